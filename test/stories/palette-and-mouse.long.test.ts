import { expect, test } from 'vitest';
import { helpHeadings } from '../../source/tui/shell/dialogs/help/rows.ts';
import { commandCalled, openCockpit } from '../fixtures/cockpit.ts';
import { addComplete, runService } from '../fixtures/service.ts';
import { until } from '../programs/until.ts';
import { open } from './palette-and-mouse-scene.ts';

test('a user in a small window reads every key that works here, grouped by purpose', async () => {
	const { user, screen, session } = await open({ columns: 60, rows: 20 });
	user.press('help');
	await screen.shows(/ \d+ more: ↓ /);
	const seen = new Set<string>();
	const look = () => {
		for (const row of session.emulator.rows()) {
			const line = /^│ (.*?) +│$/.exec(row)?.[1];
			if (line !== undefined) seen.add(line);
		}
	};
	look();
	while (/ more: ↓/.test(screen.text())) {
		const before = screen.text();
		user.press('help-down');
		await until(() => screen.text() !== before);
		look();
	}
	// A long title continues on the next row.
	const text = [...seen].join('\n').replaceAll(/\n {2,}/g, ' ');
	// Neither a notice nor a legend is shown.
	const { notice: _, legend: __, ...headings } = helpHeadings;
	for (const heading of Object.values(headings)) expect(seen).toContain(heading);
	expect(text).toMatch(new RegExp(`^s +${commandCalled('stop').title}$`, 'm'));
	expect(text).toMatch(new RegExp(`^z +${commandCalled('details-full').title}$`, 'm'));
	expect(text).toMatch(new RegExp(`^ctrl-c +${commandCalled('quit-now').title}$`, 'm'));
	user.press('help-find');
	await screen.shows('─ Commands ─');
});

test('a user clicks a file in the details, which focuses it, and the wheel scrolls', async () => {
	const service = await runService({ flags: ['--no-pex'] });
	const files = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`file-${index + 10}`, 100]));
	await addComplete(service, 'many', files);
	const { user, screen, list } = await openCockpit(service);
	await list.shows('many', 'SEEDING');
	user.press('details-beside');
	await screen.shows('[Overview]');
	await user.click('Files');
	await screen.shows('30 of 30 files selected');
	await screen.shows('1 of 30');
	await user.click('file-12');
	await screen.shows('3 of 30');
	await user.wheel('file-12', 2);
	await screen.shows('9 of 30');
	await user.click('many');
	await list.chooses('many');
	await screen.offers('stop');
});
