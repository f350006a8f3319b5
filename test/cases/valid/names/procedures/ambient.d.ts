export declare const nothing: unique symbol;
