import { test } from 'vitest';
import { engineText } from '../../source/tui/panes/debug/sections/engine/section.ts';
import { streamStatusText } from '../../source/tui/panes/debug/sections/requests/facts.ts';
import { threadsText } from '../../source/tui/panes/debug/sections/threads/section.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { runForeign } from '../fixtures/foreign-service.ts';

export async function openOn(name: string) {
	const { dialect, url } = await runForeign(name);
	const flags = dialect.key === undefined ? '' : `--api-key ${dialect.key}`;
	const cockpit = await openCockpit({ url }, { flags });
	await cockpit.screen.shows(/● 127/);
	return cockpit;
}

export function testProcesses(names: readonly string[]): void {
	test.each(names)('a user looks at load, threads, sockets and files of a service of %s', async (name) => {
		const { user, screen, list } = await openOn(name);
		user.press('pane-debug');
		await screen.shows('[Load]', 'CPU  now 2.0 %', 'Memory  now 75.6 MiB', 'of 10m');
		user.press('load-zoom-in');
		await screen.shows('of 5m');
		user.press('debug-next-section');
		await screen.shows('[Threads]', /^▌?MainThread +\d+ \(module\) \(core\.py:1\)/m);
		user.press('threads-expand');
		await screen.shows('1. (module) (core.py:1)');
		// The line below the list has the frame in full.
		await screen.shows(/^\(module\) \(core\.py:1\)$/m);
		user.press('threads-pause');
		await screen.shows(threadsText.paused);
		await user.click('Sockets');
		await screen.shows('[Sockets]', 'By status: 1× LISTEN, 1× without');
		await screen.shows(/^▌?tcp +127\.0\.0\.1:20107 +– +LISTEN/m, /^▌?udp +127\.0\.0\.1:7759 +– +–/m);
		user.press('debug-sockets-filter');
		user.type('udp');
		await screen.hides('20107 ');
		user.press('list-filter-undo');
		await screen.shows('20107 ');
		user.press('section-debug-files');
		await screen.shows('[Files]', /^▌? +3 \/srv\/core\.log/m);
		await list.chooses('  3 /srv/core.log');
		user.press('pane-downloads');
		await screen.hides('[Files]');
		user.press('pane-debug');
		await screen.shows('[Files]');
	});
}

/** The name of a dialect, and its first row of slots. */
export function testEngine(cases: readonly (readonly [name: string, slots: RegExp])[]): void {
	test.each(cases)('a user looks at the engine of a service of %s', async (name, slots) => {
		const { user, screen } = await openOn(name);
		user.press('pane-debug', 'section-debug-engine');
		await screen.shows(
			'[Engine]',
			slots,
			/^▌?session +net\.sent_bytes +8\.0 PiB/m,
			/^▌?settings +enable_dht +yes/m,
		);
		user.press('debug-engine-filter');
		user.type('agent');
		await screen.hides('net.sent_bytes');
		await screen.shows(/^▌?settings +user_agent +Foreign/m);
		user.press('list-filter-undo');
		await screen.shows('net.sent_bytes');
		user.press('engine-more-hops');
		await screen.shows(`Session with 1 hop  ${engineText.noSession}`, slots);
		user.press('engine-fewer-hops');
		await screen.shows('net.sent_bytes');
	});
}

export function testEventStream(names: readonly string[]): void {
	test.each(names)('a user sees the event stream of a service of %s close and open again', async (name) => {
		const { dialect, server, url } = await runForeign(name);
		const flags = dialect.key === undefined ? '' : `--api-key ${dialect.key}`;
		const { user, screen } = await openCockpit({ url }, { flags, columns: 160 });
		await screen.shows(/● 127/);
		user.press('pane-debug', 'section-debug-requests');
		await screen.shows('Event stream  open for', /^Events .*, 0 reconnects, no gaps$/m);
		const unavailable = { status: 503, json: { error: 'The stream is closed.' } };
		server.world.scripted.set('GET /events', unavailable);
		server.world.events.end();
		const closed = new RegExp(`^Event stream {2}${streamStatusText.closed} .*, next attempt in `, 'm');
		await screen.shows(closed, /, 0 reconnects, 1 gap \(/);
		server.world.scripted.clear();
		await screen.shows('Event stream  open for', /, 1 reconnect, 1 gap \([\d.]+ m?s, last [\d.]+ m?s\)/);
		server.world.events.end();
		await screen.shows('Event stream  open for', /, 2 reconnects, 2 gaps \(/);
	});
}
