throw new Error('this file is broken');
