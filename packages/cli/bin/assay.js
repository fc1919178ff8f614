#!/usr/bin/env node
// Plain JavaScript, linked before anything is built; everything else is in the build.
import '../bundle/main.js';
