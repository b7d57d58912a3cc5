import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { systemReasons } from '../../../../source/service/http/http-error.ts';
import {
	CommandWallet,
	type CommandWalletOptions,
	commandWalletText,
} from '../../../../source/service/market/wallets/command-wallet.ts';
import { commandText } from '../../../../source/service/market/wallets/run-command.ts';
import { ANY, containing } from '../../../programs/message-pattern.ts';
import { temporaryFolder } from '../../../programs/temporary-folder.ts';
import { until } from '../../../programs/until.ts';

const program = fileURLToPath(new URL('./wallet-program.mjs', import.meta.url));

async function scene(behavior = '', more: Partial<CommandWalletOptions> = {}) {
	const folder = await temporaryFolder();
	onTestFinished(() => folder.remove());
	const file = join(folder.path, 'state');
	const log: string[] = [];
	/** Opens a wallet of the program, or of a shell script whose `$0` is the file. */
	const open = (chosen = behavior, script?: string) => {
		const wallet = new CommandWallet({
			asset: 'EUR',
			precision: 2,
			command: script ? ['/bin/sh', '-c', script, file] : [process.execPath, program, file, chosen],
			timeoutS: 20,
			log: (_, message) => log.push(message),
			...more,
		});
		onTestFinished(() => wallet.close());
		return wallet;
	};
	const calls = (): { method: string; argv: string[] }[] =>
		readFileSync(`${file}.calls`, 'utf8')
			.trimEnd()
			.split('\n')
			.map((line) => JSON.parse(line));
	return { wallet: open(), open, file, log, calls };
}

const payment = { reference: 'r1', to: 'partner', amount: 250n };
const arrival = { reference: 'r2', from: 'partner', paymentId: 'known', amount: 5n };

test('CommandWallet asks its command, and pays each reference once', async () => {
	const { wallet, open, file, log, calls } = await scene('', { now: () => Number.POSITIVE_INFINITY });
	expect(await wallet.balance()).toBe(1000n);
	expect(wallet.address).toBe('wallet-address');
	const paid = { kind: 'paid', paymentId: 'id-r1' };
	expect(await wallet.pay(payment)).toEqual(paid);
	expect(await open().pay(payment)).toEqual(paid);
	expect(await wallet.balance()).toBe(750n);
	expect(await wallet.pay({ ...payment, reference: 'r3', amount: 100_000n })).toEqual({
		kind: 'not-yet',
		reason: 'not enough',
	});
	expect(await wallet.received(arrival)).toBe(true);
	expect(await wallet.received({ ...arrival, paymentId: 'other' })).toBe(false);
	expect(calls()[1]).toMatchObject({
		version: 1,
		method: 'pay',
		asset: 'EUR',
		precision: 2,
		reference: 'r1',
		to: 'partner',
		amount: '2.5',
	});
	// Nothing of a call is in the list of processes.
	expect(calls().map(({ argv }) => argv)).toEqual(calls().map(() => [file, '']));
	expect(log).toEqual([]);
});

test('CommandWallet runs one call at a time', async () => {
	const { wallet, file, calls } = await scene();
	const results = await Promise.all([
		...Array.from({ length: 2 }, (_, index) =>
			wallet.pay({ ...payment, reference: `p${index}`, amount: 1n }),
		),
		wallet.balance(),
		wallet.balance(),
	]);
	expect(results.at(-1)).toBe(998n);
	expect(calls()).toHaveLength(3);
	expect(existsSync(`${file}.overlaps`)).toBe(false);
});

/** A script that answers any question with the content of its file. */
const CAT = 'cat > /dev/null; cat "$0"';

const paidAnswer = '{"paid": true, "payment_id": "id"}';

test.each([
	['twice', `${paidAnswer}\n${paidAnswer}\n`, commandWalletText.notOneObject],
	['garbage', '\u0000\u001b]0;title\u0007 [[[', commandWalletText.notOneObject],
	['huge', `{"paid": true, "pad": "${'x'.repeat(200_000)}"}`, commandText.tooMuch],
	[
		'odd',
		'{"paid": "perhaps", "balance": "1.234", "address": "a", "received": 7}',
		commandWalletText.wrongField(ANY, ANY),
	],
	[
		'long',
		`{"paid": 0.1${'0'.repeat(60_000)}1, "balance": 0.1${'0'.repeat(1_000)}1, "address": "a"}`,
		commandWalletText.wrongField('paid', ANY),
	],
	[
		'spaced',
		'{"paid": true, "payment_id": "id r1", "balance": "1", "address": "ä"}',
		commandWalletText.wrongField('payment_id', ANY),
	],
])('an output that is %s counts as no answer, with the reason in the log', async (_how, output, reason) => {
	const { open, file, log } = await scene();
	writeFileSync(file, output);
	const wallet = open('', CAT);
	const first = await wallet.pay(payment);
	expect(first).toMatchObject({ kind: 'not-yet', reason: expect.stringMatching(containing(reason)) });
	await wallet.pay(payment);
	expect(log).toEqual([expect.stringMatching(containing(commandWalletText.failed('EUR', 'pay', reason)))]);
	expect(log[0]).not.toMatch(/[\0\x1b]/);
	expect(await wallet.balance()).toBeUndefined();
	expect(await wallet.received(arrival)).toBeUndefined();
	expect(await wallet.provideInput('1234')).not.toBeUndefined();
});

test('a failed command counts as no answer, with its message in the log', async () => {
	const { open, log } = await scene();
	const script = `cat > /dev/null; echo '${paidAnswer}'; printf 'no connection\\033[31m to the bank' >&2; exit 3`;
	const reason = commandText.exit(3, ANY);
	expect(await open('', script).pay(payment)).toMatchObject({
		kind: 'not-yet',
		reason: expect.stringMatching(containing(reason)),
	});
	expect(log).toEqual([expect.stringMatching(containing(commandWalletText.failed('EUR', 'pay', reason)))]);
	expect(log[0]).not.toMatch(/\x1b/);
});

test('a payment without an answer is made once, and a repetition learns that', async () => {
	const { wallet, open, file } = await scene('garbage');
	expect(await wallet.pay(payment)).toMatchObject({ kind: 'not-yet' });
	expect(await open('').pay(payment)).toEqual({ kind: 'paid', paymentId: 'id-r1' });
	expect(JSON.parse(readFileSync(file, 'utf8')).cents).toBe(750);
});

test('CommandWallet reports once that its command works again', async () => {
	const { open, file, log } = await scene();
	const wallet = open('', CAT);
	writeFileSync(file, 'damaged');
	expect(await wallet.pay(payment)).toMatchObject({ kind: 'not-yet' });
	writeFileSync(file, paidAnswer);
	expect(await wallet.pay(payment)).toMatchObject({ kind: 'paid' });
	expect(log.slice(1)).toEqual([commandWalletText.works('EUR')]);
});

/** Whether a process exists and is no zombie. */
const runs = (pid: string) => {
	try {
		return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
	} catch {
		return false;
	}
};

/** A script that does not end, with a child that keeps the pipes open. */
const SILENT = 'echo "{}" >> "$0.calls"; sleep 600 & echo $! > "$0.pid"; mv "$0.pid" "$0.child"; wait';

test('a command that does not end is killed at its timeout, with its children', async () => {
	const { open, file } = await scene('', { timeoutS: 1 });
	expect(await open('', SILENT).pay(payment)).toEqual({ kind: 'not-yet', reason: commandText.timeout(1) });
	const child = readFileSync(`${file}.child`, 'utf8').trim();
	await until(() => !runs(child));
});

test('a command whose child keeps the pipes open still gives its answer', async () => {
	const { open, file } = await scene();
	const script = `cat > /dev/null; setsid sleep 600 & echo $! > "$0.child"; echo '${paidAnswer}'`;
	expect(await open('', script).pay(payment)).toMatchObject({ kind: 'paid' });
	process.kill(Number(readFileSync(`${file}.child`, 'utf8')));
});

test('closing a wallet ends its call, and later calls start nothing', async () => {
	const { open, file, log, calls } = await scene();
	const wallet = open('', SILENT);
	const result = wallet.pay(payment);
	await until(() => existsSync(`${file}.child`));
	wallet.close();
	expect(await result).toEqual({ kind: 'not-yet', reason: commandText.closed });
	expect(await wallet.pay(payment)).toMatchObject({ kind: 'not-yet' });
	expect(calls()).toHaveLength(1);
	expect(log).toEqual([]);
});

test('a program that does not exist is a reason', async () => {
	const { wallet } = await scene('', { command: ['/nowhere/wallet'] });
	expect(await wallet.pay(payment)).toMatchObject({
		kind: 'not-yet',
		reason: commandText.notStarted(systemReasons.ENOENT),
	});
});

test('a locked wallet reports its question, and works after the input', async () => {
	const { wallet } = await scene('locked');
	expect(await wallet.balance()).toBeUndefined();
	expect(wallet.inputRequired?.kind).toBe('password');
	expect(wallet.inputRequired?.question).toMatch(/^PIN.* of the card$/);
	expect(wallet.inputRequired?.question).not.toContain('\x1b');
	expect(await wallet.pay(payment)).toEqual({ kind: 'input-required' });
	expect(await wallet.provideInput('0000')).toBe('wrong PIN');
	expect(wallet.inputRequired).not.toBeUndefined();
	expect(await wallet.provideInput('1234')).toBeUndefined();
	expect(wallet.inputRequired).toBeUndefined();
	expect(await wallet.pay(payment)).toMatchObject({ kind: 'paid' });
	expect(await wallet.balance()).toBe(750n);
});
