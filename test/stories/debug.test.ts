import { expect, test } from 'vitest';
import { threadsText } from '../../source/tui/panes/debug/sections/threads/section.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { runForeign } from '../fixtures/foreign-service.ts';

async function openOn(name: string) {
	const { dialect, url } = await runForeign(name);
	const flags = dialect.key === undefined ? '' : `--api-key ${dialect.key}`;
	const cockpit = await openCockpit({ url }, { flags });
	await cockpit.screen.shows('connected');
	return cockpit;
}

test.each(['7.11', '7.14'])(
	'a user looks at load, threads, sockets and files of a service of %s',
	async (name) => {
		const { user, screen, list } = await openOn(name);
		user.press('pane-debug');
		await screen.shows('[Load]', 'CPU  now 2.0 %', 'Memory  now 75.6 MiB', '10m ago');
		user.press('load-zoom-in');
		await screen.shows('5m ago');
		user.press('debug-next-section');
		await screen.shows('[Threads]', /^MainThread +\d+ \(module\) \(core\.py:1\)/m);
		user.press('threads-expand');
		await screen.shows('1. (module) (core.py:1)');
		user.press('threads-pause');
		await screen.shows(threadsText.paused);
		await user.click('Sockets');
		await screen.shows('[Sockets]', 'By status: 1× LISTEN, 1× without');
		await screen.shows(/^tcp +127\.0\.0\.1:20107 +– +LISTEN/m, /^udp +127\.0\.0\.1:7759 +– +–/m);
		user.press('debug-sockets-filter');
		user.type('udp');
		await screen.hides('20107 ');
		user.press('list-filter-undo');
		await screen.shows('20107 ');
		user.press('section-debug-files');
		await screen.shows('[Files]', /^ +3 \/srv\/core\.log/m);
		await list.chooses('    3 /srv/core.log');
		user.press('pane-downloads');
		await screen.hides('[Files]');
		user.press('pane-debug');
		await screen.shows('[Files]');
	},
);

test('a service of 8.1 without debug endpoints is described once, in place', async () => {
	const { user, screen } = await openOn('8.1');
	user.press('pane-debug');
	await screen.shows('This service does not report its load.');
	for (const [section, what] of [
		['threads', 'threads'],
		['sockets', 'sockets'],
		['files', 'files'],
		['log', 'log'],
	]) {
		user.press(`section-debug-${section}`);
		await screen.shows(`This service does not report its ${what}.`);
	}
	expect(screen.text()).toContain('connected');
	user.press('pane-events');
	await screen.hides('[Files]');
	expect(screen.text()).not.toMatch(/debug\/|does not offer/);
});
