import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serviceOptionsText } from '../../source/commands/service-command/service-options.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { until } from '../programs/until.ts';
import { runHere, startHere } from './run-here.ts';
import { env, other, own, prepareServices, replaceCore } from './two-services-scene.ts';

prepareServices();

const urlOf = async (line: string, more: Readonly<Record<string, string>> = {}) => {
	const { out, err, code } = await runHere(line.split(' '), { env: { ...env, ...more } });
	return { url: code === 0 ? JSON.parse(out).service.url : '', err, code };
};

test('commands use a running core of 7.14, with the key of its configuration', async () => {
	expect(await urlOf('status --json')).toEqual({ url: other.url, err: '', code: 0 });
});

test('commands name both services and how to choose, and obey the choice', async () => {
	const state = `--state-dir ${own.stateFolder}`;
	const both = await urlOf(`status --json ${state}`);
	expect(both).toMatchObject({ url: own.url, code: 0 });
	expect(both.err).toBe(
		`seedtop: ${serviceOptionsText.two(own, { url: other.url, source: '~/.Tribler/processes.sqlite' })}\n`,
	);
	const silently = { err: '', code: 0 };
	expect(await urlOf(`status --json ${state} --service own`)).toEqual({ url: own.url, ...silently });
	expect(await urlOf(`status --json ${state} --service other`)).toEqual({ url: other.url, ...silently });
	const variable = { SEEDTOP_SERVICE: 'other' };
	expect(await urlOf(`status --json ${state}`, variable)).toEqual({ url: other.url, ...silently });
	expect(await urlOf(`status --json ${state} --service own`, variable)).toEqual({
		url: own.url,
		...silently,
	});
	await mkdir(join(own.folder, 'config/seedtop'), { recursive: true });
	await writeFile(join(own.folder, 'config/seedtop/cockpit.json'), '{"service": "other"}');
	expect(await urlOf(`status --json ${state}`)).toEqual({ url: other.url, ...silently });
	expect(await urlOf(`status --json ${state}`, { SEEDTOP_SERVICE: 'own' })).toEqual({
		url: own.url,
		...silently,
	});
	await writeFile(join(own.folder, 'config/seedtop/cockpit.json'), '{}');
	expect(await urlOf('status --json', { SEEDTOP_SERVICE: 'both' })).toMatchObject({
		code: 2,
		err: "seedtop: SEEDTOP_SERVICE is one of own, other, not 'both'.\n",
	});
	await other.close();
	expect(await urlOf(`status --json ${state} --service other`)).toMatchObject({
		code: 3,
		err: expect.stringContaining('No service of another program was found (~/.Tribler/processes.sqlite'),
	});
});

test('events follows a core to its new port', async () => {
	const events = startHere(['events'], { env });
	await events.prints('"type":"events_start"');
	await replaceCore();
	await until(() => events.objects().filter(({ type }) => type === 'events_start').length === 2, {
		seen: () => events.out() + events.err(),
	});
	expect(await events.end('SIGINT')).toMatchObject({ code: 130, err: '' });
});

test('the cockpit names both services when both run', async () => {
	const { screen } = await openCockpit(own, { columns: 200, env });
	await screen.shows(`● 127.0.0.1:${new URL(own.url).port}`);
	const [beginning = ''] = serviceOptionsText.two(own, { url: other.url, source: '' }).split(' (');
	await screen.shows(beginning);
	const chosen = await openCockpit(own, { columns: 200, env, flags: '--service other' });
	await chosen.screen.shows(`● 127.0.0.1:${new URL(other.url).port}`);
});
