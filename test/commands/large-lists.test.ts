import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { serve } from '../client/server.ts';
import { cli } from '../programs/service-process.ts';
import { runHere } from './run-here.ts';

/** The responses have half a megabyte, more than any buffer. */
const count = 2_000;
const answer = JSON.stringify({
	downloads: Array.from({ length: count }, (_, index) => ({
		name: `download ${index} \u0000\u001b]0;title\u0007`,
		infohash: index.toString(16).padStart(40, '0'),
		progress: index / count,
		status: 'DLSTATUS_DOWNLOADING',
		size: index * 1_000_000,
		trackers: [{ url: 'udp://tracker.example/announce', status: 'Working', peers: 3 }],
	})),
});

test('ls prints thousands of downloads as one JSON document, and in a pipe as one line for each', async () => {
	const { url } = await serve((_, response) => response.end(answer));
	const structured = await runHere(['ls', '--json', '--url', url]);
	expect(structured.code).toBe(0);
	expect(JSON.parse(structured.out).downloads).toHaveLength(count);
	const table = await runHere(['ls', '--url', url]);
	expect(table.out.split('\n')).toHaveLength(count + 1);
	expect(await runHere(['files', String(count - 1), '--url', url])).toMatchObject({ code: 0 });
});

test('ls and api exit without an error when their reader closes the pipe', async () => {
	const { url } = await serve((_, response) => response.end(answer));
	for (const command of ['ls --json', 'api GET /downloads']) {
		const child = spawn('bash', [
			'-c',
			`set -o pipefail; "$0" "$1" ${command} --url ${url} | head -c 10`,
			process.execPath,
			cli,
		]);
		let err = '';
		child.stderr.setEncoding('utf8').on('data', (text: string) => {
			err += text;
		});
		child.stdout.resume();
		const code = await new Promise((resolve) => child.once('close', resolve));
		expect({ code, err }).toEqual({ code: 0, err: '' });
	}
});
