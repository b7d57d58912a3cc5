// A wallet command of an account at a bank: node bank.mjs DATABASE ACCOUNT. Amounts of the bank are units of BTC.
import { readFileSync } from 'node:fs';
import { DatabaseSync } from '@photostructure/sqlite';

const [file, account] = process.argv.slice(2);
const asked = JSON.parse(readFileSync(0, 'utf8'));
const units = () => Math.round(Number(asked.amount) * 1e8);

// A killed call leaves no lock and no part of a payment.
const bank = new DatabaseSync(file, { timeout: 10_000 });
bank.exec('BEGIN IMMEDIATE');
const balanceOf = (name) => bank.prepare('SELECT balance FROM accounts WHERE name = ?').get(name)?.balance;
const change = (name, by) =>
	bank.prepare('UPDATE accounts SET balance = balance + ? WHERE name = ?').run(by, name);
const paymentOf = (id) => bank.prepare('SELECT payee, units FROM payments WHERE id = ?').get(id);

const answers = {
	balance: () => ({ balance: (balanceOf(account) / 1e8).toFixed(8), address: account }),
	pay: () => {
		const id = `${account}:${asked.reference}`;
		if (paymentOf(id)) return { paid: true, payment_id: id };
		if (balanceOf(asked.to) === undefined) return { paid: false, reason: 'the payee has no account' };
		if (balanceOf(account) < units()) return { paid: false, reason: 'not enough' };
		change(account, -units());
		change(asked.to, units());
		bank.prepare('INSERT INTO payments (id, payee, units) VALUES (?, ?, ?)').run(id, asked.to, units());
		return { paid: true, payment_id: id };
	},
	received: () => {
		const payment = paymentOf(asked.payment_id);
		return { received: payment?.payee === account && payment.units === units() };
	},
};
const answer = answers[asked.method]();
bank.exec('COMMIT');
process.stdout.write(JSON.stringify(answer));
