import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cockpitText } from '../../source/commands/cockpit/cockpit.ts';
import { shutdownText } from '../../source/commands/serve/shutdown.ts';
import { downloadsPaneText } from '../../source/tui/panes/downloads/pane.tsx';
import { runHere } from '../commands/run-here.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { cli } from '../programs/service-process.ts';
import { until } from '../programs/until.ts';
import { env, home, prepareHomes, set } from './this-machine-scene.ts';

prepareHomes();

/** A port without a listener. */
async function freePort(): Promise<number> {
	const server = createServer();
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	const address = server.address();
	await new Promise((closed) => server.close(closed));
	return typeof address === 'object' && address ? address.port : 0;
}

test('a user runs seedtop serve with another port and key file, and cockpit and commands find it without options', async () => {
	const port = await freePort();
	await set({ port, api_key_file: join(home, 'keys', 'my.key'), download_dir: join(home, 'got') });
	const service = spawn(process.execPath, [cli, 'serve'], { env: { PATH: process.env.PATH, ...env } });
	let output = '';
	service.stdout.setEncoding('utf8').on('data', (text: string) => {
		output += text;
	});
	const ended = new Promise<number | null>((end) => service.once('close', end));
	await until(() => output.includes('Started with'));
	expect(output).toContain(`listens on http://127.0.0.1:${port}\n`);

	const list = await runHere(['ls', '--json'], { env });
	expect(list).toMatchObject({ code: 0, err: '' });
	expect(JSON.parse(list.out)).toMatchObject({ downloads: [], checkpoints: { all_loaded: true } });
	const status = await runHere(['status', '--json'], { env });
	expect(JSON.parse(status.out)).toMatchObject({ service: { url: `http://127.0.0.1:${port}` } });
	expect(await runHere([], { env })).toMatchObject({ code: 0, err: '' });
	const { user, screen, session } = await openCockpit(undefined, { env, home });
	await screen.shows(`● 127.0.0.1:${port}`);
	await screen.shows(downloadsPaneText.none);
	await user.quit();
	expect(session.bytes).not.toContain(cockpitText.started);

	expect(await runHere(['shutdown'], { env })).toMatchObject({ code: 0, out: `${shutdownText.stopped}\n` });
	expect(await ended).toBe(0);
});
