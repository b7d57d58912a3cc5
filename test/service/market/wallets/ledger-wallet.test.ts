import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { LedgerWallet } from '../../../../source/service/market/wallets/ledger-wallet.ts';
import { Passphrase, passphraseText } from '../../../../source/service/market/wallets/passphrase.ts';
import { temporaryFolder } from '../../../programs/temporary-folder.ts';

async function scene() {
	const folder = await temporaryFolder();
	onTestFinished(() => folder.remove());
	const open = () => new LedgerWallet('me', () => 7n, new Passphrase(folder.path, 'MB'));
	return { folder: folder.path, open };
}

const payment = { reference: 'r', to: 'partner', amount: 1n };

test('LedgerWallet without a passphrase is never locked', async () => {
	const wallet = new LedgerWallet('me', () => 7n);
	expect(wallet.inputRequired).toBeUndefined();
	expect(await wallet.balance()).toBe(7n);
	expect(await wallet.pay(payment)).toEqual({ kind: 'paid', paymentId: 'r' });
	expect(await wallet.provideInput('anything')).toBeUndefined();
});

test('the first input becomes the passphrase, which every start requires', async () => {
	const { folder, open } = await scene();
	const first = open();
	expect(first.inputRequired).toEqual({ kind: 'password', question: passphraseText.create('MB') });
	expect(await first.pay(payment)).toEqual({ kind: 'input-required' });
	expect(await first.provideInput('short')).toBe(passphraseText.tooShort);
	expect(await first.provideInput('correct horse')).toBeUndefined();
	expect(first.inputRequired).toBeUndefined();
	expect(await first.pay(payment)).toMatchObject({ kind: 'paid' });

	const second = open();
	expect(second.inputRequired).toEqual({ kind: 'password', question: passphraseText.enter('MB') });
	expect(await second.provideInput('correct house')).toBe(passphraseText.wrong);
	expect(await second.pay(payment)).toEqual({ kind: 'input-required' });
	expect(await second.provideInput('correct horse')).toBeUndefined();
	expect(await second.pay(payment)).toMatchObject({ kind: 'paid' });

	const [file = ''] = readdirSync(folder);
	expect(readdirSync(folder)).toHaveLength(1);
	expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
	expect(readFileSync(join(folder, file), 'utf8')).not.toContain('correct');
});

test('inputs at the same time are checked one after the other', async () => {
	const { open } = await scene();
	const wallet = open();
	const results = ['first passphrase', 'other passphrase'].map((input) => wallet.provideInput(input));
	expect(await Promise.all(results)).toEqual([undefined, passphraseText.wrong]);
});

test('a damaged verifier is refused instead of replaced', async () => {
	const { folder, open } = await scene();
	await open().provideInput('correct horse');
	const [name = ''] = readdirSync(folder);
	const path = join(folder, name);
	const text = readFileSync(path, 'utf8');
	for (const damaged of ['', text.slice(0, 40), text.replace('32768', '2')]) {
		writeFileSync(path, damaged);
		expect(open).toThrow(passphraseText.damaged(path));
	}
});
