import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const program = fileURLToPath(new URL('../../programs/without-files.ts', import.meta.url));

test.runIf(process.platform === 'linux')(
	'a process without free file descriptors reports its memory as unknown',
	async () => {
		const words = ['-c', 'ulimit -n 128 && exec "$@"', 'sh', process.execPath, '--import', 'tsx', program];
		const { stdout } = await promisify(execFile)('/bin/sh', words);
		expect(JSON.parse(stdout)).toEqual({ failure: 'EMFILE', memory: 0, cpuTime: expect.any(Number) });
	},
);
