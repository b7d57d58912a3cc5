import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DatabaseSync } from '@photostructure/sqlite';
import { onTestFinished } from 'vitest';
import { makeFolder } from '../../../fixtures/folder.ts';
import type { TestMarket } from './test-market.ts';

const bankProgram = fileURLToPath(new URL('../wallets/bank.mjs', import.meta.url));

/** Opens a bank with two accounts of units of BTC. */
export async function openBank() {
	const file = join(await makeFolder(), 'bank.db');
	const bank = new DatabaseSync(file, { timeout: 10_000 });
	onTestFinished(() => bank.close());
	bank.exec(`
		CREATE TABLE accounts (name TEXT PRIMARY KEY, balance INTEGER NOT NULL) STRICT;
		CREATE TABLE payments (id TEXT PRIMARY KEY, payee TEXT NOT NULL, units INTEGER NOT NULL) STRICT;
		INSERT INTO accounts VALUES ('ann', 1000), ('bob', 500);`);
	const accounts = (): unknown => bank.prepare('SELECT name, balance FROM accounts ORDER BY name').all();
	const payments = () =>
		bank
			.prepare('SELECT id FROM payments ORDER BY id')
			.all()
			.map((row) => String(Object(row).id));
	const assetsOf = (account: string) => [
		{ name: 'MB', precision: 0, balance: 1000, credit: 10 },
		{
			name: 'BTC',
			precision: 8,
			credit: '0.00000050',
			wallet: { type: 'command', command: [process.execPath, bankProgram, file, account] },
		},
	];
	return { accounts, payments, assetsOf };
}

/** Ids of the payments in BTC that a market shows. */
export const shownPayments = ({ market }: TestMarket) =>
	market
		.payments(market.trader, 1)
		.filter(({ quantity_type }) => quantity_type === 'BTC')
		.map(({ payment_id }) => payment_id)
		.sort();
