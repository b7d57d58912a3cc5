import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'vitest';
import { folder } from './lab.ts';

/** Options of setpriv that take from root the right to ignore permissions. It stays the owner of its files. */
const BOUND = ['--bounding-set', '-dac_override,-dac_read_search'];

/** Returns options for an engine that is subject to permissions, also when root runs the test. */
export function boundByPermissions({ skip }: Pick<TestContext, 'skip'>): { execPath?: string } {
	if (process.getuid?.() !== 0) return {};
	if (spawnSync('setpriv', [...BOUND, 'true']).status !== 0)
		skip('permissions do not bind root, and setpriv cannot change that');
	const runner = join(folder(), 'run');
	writeFileSync(runner, `#!/bin/sh\nexec setpriv ${BOUND.join(' ')} '${process.execPath}' "$@"\n`, {
		mode: 0o755,
	});
	return { execPath: runner };
}
