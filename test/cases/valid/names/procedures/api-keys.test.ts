throw new Error('Nor is a test.');
