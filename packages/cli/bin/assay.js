#!/usr/bin/env node
// Plain JavaScript, because npm links it before the build.
import '../bundle/main.js';
