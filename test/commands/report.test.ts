import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { binaryText } from '../../source/commands/output/binary.ts';
import { REDACTED } from '../../source/format/without-secrets.ts';
import { serve } from '../client/server.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { runForeign } from '../fixtures/foreign-service.ts';
import { json, serveEverything } from './answering-service.ts';
import { runHere, startHere } from './run-here.ts';

const secrets = [
	'PLANTED-API-KEY',
	'hunter2',
	'feedfacefeedface',
	'topsecret',
	'k3y-of-tracker',
	'MIIEvQIBADAN',
];

test('debug report contains no secrets', async () => {
	const [key = '', password, passkey, token, tracker, keyFile] = secrets;
	const pem = `-----BEGIN PRIVATE KEY-----\nAAAA\n${keyFile}\n-----END PRIVATE KEY-----`;
	const service = await serveEverything((name, _, response) => {
		const answers: Readonly<Record<string, unknown>> = {
			getLog: {
				content: `GET / X-Api-Key: ${key}\nproxy socks5://me:${password}@10.0.0.1\n{"token":"${token}"}\n${pem}\n`,
			},
			getSettings: { hop: 0, settings: { proxy_password: password, api_key: key, user_agent: 'x' } },
			getSession: { hop: 0, settings: { [`http://t.example/${passkey}1/announce`]: key } },
			listThreads: {
				threads: [
					{ thread_id: 1, thread_name: `t http://t.example/?key=${tracker}`, frames: [`f('${key}')`] },
				],
			},
			getSlots: { slots: [{ proxies: [`socks5://me:${password}@10.0.0.1:1080`] }] },
		};
		if (!(name in answers)) return false;
		response.end(json(answers[name]));
		return true;
	});
	const folder = await makeFolder();
	const path = join(folder, 'report.json');
	const written = await runHere(['debug', 'report', path, '--url', service.url, '--api-key', key]);
	expect(written).toMatchObject({ code: 0, err: '' });
	const text = await readFile(path, 'utf8');
	for (const secret of secrets) expect(text).not.toContain(secret);
	expect(text).toContain(REDACTED);
	expect(JSON.parse(text).settings_hop_0.settings).toEqual({
		proxy_password: REDACTED,
		api_key: REDACTED,
		user_agent: 'x',
	});
});

test('debug report replaces a file only with --force, and leaves no incomplete file', async () => {
	const service = await serveEverything();
	const folder = await makeFolder();
	const path = join(folder, 'report.json');
	await writeFile(path, 'before');
	const refused = await runHere(['debug', 'report', path, '--url', service.url]);
	expect(refused).toMatchObject({ code: 1, out: '', err: `seedtop: ${binaryText.exists(path)}\n` });
	expect(await readFile(path, 'utf8')).toBe('before');
	expect((await runHere(['debug', 'report', path, '--force', '--url', service.url])).code).toBe(0);
	expect(JSON.parse(await readFile(path, 'utf8')).report.format).toBe(1);
	const gone = await serve((_, response) => response.destroy());
	const unreachable = await runHere(['debug', 'report', join(folder, 'other.json'), '--url', gone.url]);
	expect(unreachable).toMatchObject({ code: 3, out: '' });
	expect(await readdir(folder)).toEqual(['report.json']);
	const nowhere = await runHere(['debug', 'report', join(folder, 'absent', 'x.json'), '--url', service.url]);
	expect(nowhere).toMatchObject({ code: 1, out: '' });
});

test('debug report deletes its incomplete file when it is interrupted', async () => {
	const folder = await makeFolder();
	let requests = 0;
	const service = await serve((_, response) => {
		response.writeHead(200, { 'content-length': 1_000 }).write('{', () => {
			// A second signal ends the program at once.
			if (++requests === 1) void running.end('SIGINT');
		});
	});
	const path = join(folder, 'report.json');
	const running = startHere(['debug', 'report', path, '--generation', 'B', '--url', service.url]);
	expect((await running.end()).code).toBe(130);
	expect(await readdir(folder)).toEqual([]);
});

test('debug report of a service of 8.1 has the reason for each missing part', async () => {
	const { url, dialect } = await runForeign('8.1');
	const written = await runHere(['debug', 'report', '-', '--url', url, '--api-key', dialect.key ?? '']);
	expect(written).toMatchObject({ code: 0, err: '' });
	const { absent, service, session_hop_0 } = JSON.parse(written.out);
	expect(Object.keys(absent)).toEqual(expect.arrayContaining(['threads', 'sockets', 'log_core', 'profiler']));
	expect(absent.threads).toContain('/debug/threads');
	expect(service).toMatchObject({ dialect: '8.x' });
	expect(session_hop_0).toMatchObject({ settings: expect.any(Object) });
});
