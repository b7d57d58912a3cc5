import { expect, test } from 'vitest';
import { followText } from '../../source/commands/market/print-book.ts';
import { runService } from '../fixtures/service.ts';
import { until } from '../programs/until.ts';
import { assets } from './market-service-scene.ts';
import { runHere, startHere } from './run-here.ts';

test('status reports the market, and book --follow --header prints times, and continues with a service that restarts at another port', async () => {
	const own = await runService({ settings: { market: { assets } } });
	// Also before the market was used.
	const { out } = await runHere(['status', '--json', '--state-dir', own.stateFolder]);
	expect(JSON.parse(out)).toMatchObject({ offers: { market: true } });
	const place = (amount: string) =>
		runHere(['market', 'ask', amount, 'MB', '1', 'BTC', '--state-dir', own.stateFolder]);
	await place('3');
	const running = startHere([
		'market',
		'book',
		'MB',
		'BTC',
		'--follow',
		'--header',
		'--state-dir',
		own.stateFolder,
	]);
	await running.prints(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\nSIDE\t.*\nask\t.*\t3 MB\t1\t-\n$/);
	const before = own.url;
	await own.end();
	await until(() => running.err().endsWith('\n'));
	await own.restart();
	expect(own.url).not.toBe(before);
	await place('4');
	await running.prints(/\n\n\d{4}-.*\nSIDE\t.*\nask\t.*\nask\t.*\t4 MB\t.*\n$/);
	const { err, code } = await running.end('SIGINT');
	expect(code).toBe(130);
	expect(err.trimEnd().split('\n').at(-1)).toBe(`seedtop: ${followText.moved(own.url)}`);
});
