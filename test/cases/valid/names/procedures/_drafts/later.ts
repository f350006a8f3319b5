throw new Error('Nor is a folder.');
