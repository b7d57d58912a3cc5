import { writeSync } from 'node:fs';
import { MarketStore } from '../../../../source/service/market/host/market-store.ts';
import { openDatabase } from '../../../../source/service/storage/database.ts';
import { noteOf } from './notes.ts';

/** Writes an input after the other into the database of a state folder, and prints the number of each. */
const [folder = ''] = process.argv.slice(2);
const store = new MarketStore(openDatabase(folder));
for (let number = store.load().ledger.length; ; number++) {
	store.write(
		[
			{ table: 'orders', key: '1', record: { number } },
			{ table: 'transactions', key: String(number % 5), record: { number } },
			{ table: 'proposals', key: String(number - 3), record: null },
			{ table: 'proposals', key: String(number), record: { number } },
		],
		[{ kind: 'paid', note: noteOf(number) }],
	);
	writeSync(1, `${number}\n`);
}
