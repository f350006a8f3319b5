throw new Error('A file whose name starts with an underscore is not scanned.');
