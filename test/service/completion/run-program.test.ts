import { describe, expect, test } from 'vitest';
import { programText, runProgram } from '../../../source/service/completion/run-program.ts';

const options = {
	env: { PATH: process.env.PATH ?? '' },
	signal: new AbortController().signal,
	onStart: () => {},
};

describe('runProgram', () => {
	test('reads endless output slowly, so that it does not keep the service busy', async () => {
		// Without a limit, this output ends within a second.
		const flood = ['/bin/sh', '-c', 'head -c 500000000 /dev/zero'];
		const end = await runProgram(flood, { ...options, timeoutS: 2 });
		expect(end).toMatchObject({ kind: 'ended', failure: programText.timeout(2) });
	});

	test('keeps the end of a long output', async () => {
		const count = ['/bin/sh', '-c', 'seq 200000; echo the end'];
		const end = await runProgram(count, { ...options, timeoutS: 60 });
		expect(end).toMatchObject({ kind: 'ended', failure: '', output: expect.stringMatching(/ the end$/) });
	});
});
