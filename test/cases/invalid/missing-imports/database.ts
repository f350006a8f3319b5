export const openDatabase = () => null;
