import { z } from 'zod';

// lists of tests are JSON in a string in the published files, and plain lists elsewhere
const tests = z.union([z.array(z.string()), z.string()]).default([]);

/** One line of a SWE-bench-like file. */
export const SweBenchInstance = z
  .looseObject({
    instance_id: z.string().min(1),
    repo: z.string().min(1),
    base_commit: z.string().regex(/^[0-9a-f]{7,40}$/, 'expected a commit'),
    problem_statement: z.string().min(1),
    patch: z.string().min(1),
    test_patch: z.string().default(''),
    FAIL_TO_PASS: tests,
    PASS_TO_PASS: tests,
    /** Of some variants: an image with the repository and its dependencies. */
    image_name: z.string().optional(),
    docker_image: z.string().optional(),
    test_cmd: z.string().optional(),
  })
  .meta({ id: 'SweBenchInstance', description: 'One line of a SWE-bench-like file.' });
export type SweBenchInstance = z.infer<typeof SweBenchInstance>;
