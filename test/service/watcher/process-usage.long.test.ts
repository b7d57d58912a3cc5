import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { bundled } from '../../programs/bundled.ts';

test.runIf(process.platform === 'linux')(
	'a process without free file descriptors reports its memory as unknown',
	async () => {
		// No loader opens and closes files of this process meanwhile.
		const program = await bundled('test/programs/without-files.ts');
		const words = ['-c', 'ulimit -n 128 && exec "$@"', 'sh', process.execPath, program];
		const { stdout } = await promisify(execFile)('/bin/sh', words);
		expect(JSON.parse(stdout)).toEqual({ failure: 'EMFILE', memory: 0, cpuTime: expect.any(Number) });
	},
);
