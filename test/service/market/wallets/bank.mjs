// A wallet command of an account at a bank: node bank.mjs BANK_FILE ACCOUNT. Amounts of the bank are units of BTC.
import { mkdirSync, readFileSync, renameSync, rmdirSync, writeFileSync } from 'node:fs';

const [file, account] = process.argv.slice(2);
const asked = JSON.parse(readFileSync(0, 'utf8'));
const units = () => Math.round(Number(asked.amount) * 1e8);

for (;;) {
	try {
		mkdirSync(`${file}.lock`);
		break;
	} catch {
		// Another call works.
	}
}
const bank = JSON.parse(readFileSync(file, 'utf8'));
const answers = {
	balance: () => ({ balance: (bank.accounts[account] / 1e8).toFixed(8), address: account }),
	pay: () => {
		const id = `${account}:${asked.reference}`;
		if (id in bank.payments) return { paid: true, payment_id: id };
		if (!(asked.to in bank.accounts)) return { paid: false, reason: 'the payee has no account' };
		if (bank.accounts[account] < units()) return { paid: false, reason: 'not enough' };
		bank.accounts[account] -= units();
		bank.accounts[asked.to] += units();
		bank.payments[id] = { to: asked.to, units: units() };
		return { paid: true, payment_id: id };
	},
	received: () => {
		const payment = bank.payments[asked.payment_id];
		return { received: payment?.to === account && payment.units === units() };
	},
};
const answer = answers[asked.method]();
writeFileSync(`${file}.${account}`, JSON.stringify(bank));
renameSync(`${file}.${account}`, file);
rmdirSync(`${file}.lock`);
process.stdout.write(JSON.stringify(answer));
