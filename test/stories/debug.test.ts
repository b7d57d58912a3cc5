import { expect, test } from 'vitest';
import { absenceText } from '../../source/tui/panes/debug/absence.ts';
import { engineText } from '../../source/tui/panes/debug/sections/engine/section.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { openOn, testEngine, testEventStream, testProcesses } from './debug-cases.ts';
import { prepareService, service } from './debug-scene.ts';

prepareService();

testProcesses(['7.14']);

test('a service of 8.1 without debug endpoints is described once, in place', async () => {
	const { user, screen } = await openOn('8.1');
	user.press('pane-debug');
	for (const section of ['load', 'threads', 'sockets', 'files', 'log']) {
		user.press(`section-debug-${section}`);
		await screen.shows(`[${section[0]?.toUpperCase()}${section.slice(1)}]`, ...Object.values(absenceText));
	}
	user.press('section-debug-engine');
	await screen.shows(`Circuit slots  ${engineText.absent}`, /^▌?settings +enable_dht +yes/m);
	user.press('section-debug-requests');
	await screen.shows(/GET \/debug\/threads +404/, /GET \/downloads +200/, 'Event stream  open for');
	user.press('section-debug-cockpit');
	await screen.shows('[Cockpit]', /^CPU {2}now [\d.]+ %/m, 'Written  now');
	expect(screen.text()).toContain('● 127');
	user.press('pane-events');
	await screen.hides('[Cockpit]');
	expect(screen.text()).not.toMatch(/debug\/|does not offer/);
});

testEngine([['7.11', /^▌?slots +slot 1 +random 3, competing 7/m]]);

test('a user looks at the engine of seedtop, at requests, and at the cost of the cockpit', async () => {
	const { user, screen, session } = await openCockpit(service, { columns: 200, rows: 50 });
	await screen.counts(1, 'SEEDING');
	user.press('pane-debug', 'section-debug-engine');
	await screen.shows(
		`Circuit slots  ${engineText.noSlot}`,
		/^▌?session +ses\.num_torrents +1\b/m,
		/^▌?session +process\.resident_bytes +[\d.]+ [MG]iB/m,
		/^▌?session +process\.uptime_s +\d+s +\+\ds/m,
	);
	user.press('section-debug-requests');
	await screen.shows(
		'[Requests]',
		'Event stream  open for',
		/GET \/libtorrent\/session\?hop=0 +200 +[\d.]+ m?s/,
	);
	user.press('debug-requests-sort');
	await screen.shows('↓TIME');
	session.resize(80, 24);
	user.press('section-debug-cockpit');
	await screen.shows('[Cockpit]', /^Frames {2}now [\d.]+\/s/m, 'of 1m');
	user.press('section-debug-load');
	await screen.shows('[Load]', /^CPU {2}now [\d.]+ %/m);
});

testEventStream(['8.1']);
