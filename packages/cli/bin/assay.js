#!/usr/bin/env node
// Plain JavaScript, because npm links it before the build.
import module from 'node:module';
import { fileURLToPath } from 'node:url';

// inside the bundle: whoever can write there can change the code itself
module.enableCompileCache?.(fileURLToPath(new URL('../bundle/.cache', import.meta.url)));
await import('../bundle/main.js');
