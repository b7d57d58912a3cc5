import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { serve } from '../client/server.ts';
import { cli } from '../programs/service-process.ts';

/** The responses have half a megabyte, more than any buffer. */
export const count = 2_000;
export const answer = JSON.stringify({
	downloads: Array.from({ length: count }, (_, index) => ({
		name: `download ${index} \u0000\u001b]0;title\u0007`,
		infohash: index.toString(16).padStart(40, '0'),
		progress: index / count,
		status: 'DLSTATUS_DOWNLOADING',
		size: index * 1_000_000,
		trackers: [{ url: 'udp://tracker.example/announce', status: 'Working', peers: 3 }],
	})),
});

/** These commands print more than a pipe holds. */
export function testClosedPipe(commands: readonly string[]): void {
	test.each(commands)('%s exits without an error when its reader closes the pipe', async (command) => {
		const { url } = await serve((_, response) => response.end(answer));
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
	});
}
