import { test } from 'vitest';
import { batchText } from '../../source/runtime/batch-runner.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { servePatiently } from '../programs/patient-service.ts';

const numbered = (prefix: string, count: number) =>
	Array.from({ length: count }, (_, index) => `${prefix}-${String(index + 1).padStart(2, '0')}`);

test('a user sees more than a thousand requests fail, and earlier events are kept', async () => {
	const many = await servePatiently(numbered('many', 1_100));
	const { user, screen } = await openCockpit(many, { columns: 100 });
	await screen.counts(1100, 'SEEDING');
	user.press('mark', 'stop');
	await screen.counts(1, 'STOPPED');
	for (const download of many.downloads) download.refuses = 'No.';
	user.press('mark-all', 'stop');
	await user.answer('Stop 1099 downloads?', 'confirm-do');
	await screen.shows(batchText.allFailed(1_099, 'No.'));
	user.press('work-failures');
	await screen.shows('─ Failed requests ─', '─ 1 of 1099 ─╯');
	user.press('failures-last');
	await screen.shows('─ Failed requests ─', '─ 1099 of 1099 ─╯');
	user.press('failures-close');
	await screen.hides('─ Failed requests ─');
	user.press('pane-events', 'first');
	await screen.shows('Stopped: many-01');
});

test('a user scrolls through a thousand downloads in a question, with size, ratio and status of each', async () => {
	const many = await servePatiently(numbered('many', 1_000));
	const { user, screen } = await openCockpit(many, { columns: 60, rows: 20 });
	await screen.listed(1000);
	user.press('mark-all', 'remove');
	await screen.shows(/Remove 1000 downloads\? +1-\d+ of 1000/);
	await screen.shows(/many-01 +1\.0 KiB +– SEEDING/);
	user.press('remove-last');
	await screen.shows(/Remove 1000 downloads\? +\d+-1000 of 1000/);
	await screen.shows('many-1000');
	await screen.offers('remove-cancel');
	user.press('remove-first', 'remove-page-down');
	await screen.shows(/Remove 1000 downloads\? +(?!1-)\d+-\d+ of 1000/);
	user.press('remove-cancel');
	await screen.hides('Remove 1000');
	user.press('stop');
	await screen.shows(/Stop 1000 downloads\? +1-\d+ of 1000/);
	user.press('confirm-last');
	await screen.shows('many-1000');
	user.press('confirm-leave');
	await screen.hides('Stop 1000');
});
