import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
	Ledger,
	type LedgerEntry,
	type LedgerResult,
} from '../../../../source/service/market/ledger/ledger.ts';
import { isNote, type Note, noteContent } from '../../../../source/service/market/ledger/note.ts';
import { keySignatures } from './key-signatures.ts';

const balances = new Map([
	['BTC', 100n],
	['MB', 1_000n],
]);
const terms = {
	payee: 'bob',
	asset: 'BTC',
	amount: 40n,
	transaction: 'alice.1',
	round: 0,
	timestampMs: 1_795_000_000_000,
} as const;

const ledgerOf = (trader: string, entries: readonly LedgerEntry[] = []) =>
	new Ledger(keySignatures(trader), balances, entries);

function noteOf(result: LedgerResult): Note {
	if (result.kind === 'refused') throw new Error(result.reason);
	return result.note;
}

const reasonOf = (result: LedgerResult) => (result.kind === 'refused' ? result.reason : undefined);

describe('Ledger', () => {
	test('moves a payment from payer to payee, with both signatures', () => {
		const [alice, bob] = [ledgerOf('alice'), ledgerOf('bob')];
		const note = noteOf(alice.pay(terms));
		expect(alice.balance('BTC')).toBe(60n);
		const received = noteOf(bob.receive(note));
		expect(bob.balance('BTC')).toBe(140n);
		expect(alice.confirm(received)).toMatchObject({ kind: 'done', entry: { kind: 'confirmed' } });
		expect(alice.notesOf('alice.1')).toEqual(bob.notesOf('alice.1'));
		expect(alice.paidBy('alice.1', 'alice')).toBe(40n);
		expect(alice.balance('BTC') + bob.balance('BTC')).toBe(200n);
	});

	test('counts repeated messages once', () => {
		const [alice, bob] = [ledgerOf('alice'), ledgerOf('bob')];
		const note = noteOf(alice.pay(terms));
		expect(alice.pay({ ...terms, timestampMs: 1 })).toEqual({ kind: 'done', note, entry: undefined });
		const received = noteOf(bob.receive(note));
		expect(bob.receive(note)).toEqual({ kind: 'done', note: received, entry: undefined });
		expect(bob.receive(received)).toEqual({ kind: 'done', note: received, entry: undefined });
		alice.confirm(received);
		expect(alice.confirm(received)).toEqual({ kind: 'done', note: received, entry: undefined });
		expect([alice.balance('BTC'), bob.balance('BTC')]).toEqual([60n, 140n]);
	});

	test('continues from its entries', () => {
		const [alice, bob] = [ledgerOf('alice'), ledgerOf('bob')];
		const paid = alice.pay(terms);
		const received = bob.receive(noteOf(paid));
		const confirmed = alice.confirm(noteOf(received));
		const entries = [paid, confirmed].flatMap((result) =>
			result.kind === 'done' && result.entry ? result.entry : [],
		);
		expect(entries.map(({ kind }) => kind)).toEqual(['paid', 'confirmed']);
		const again = ledgerOf('alice', entries);
		expect(again.balance('BTC')).toBe(60n);
		expect(again.notesOf('alice.1')).toEqual([noteOf(confirmed)]);
		expect(again.pay(terms)).toMatchObject({ kind: 'done', entry: undefined });
	});

	test('refuses payments that it cannot make', () => {
		const alice = ledgerOf('alice');
		expect(reasonOf(alice.pay({ ...terms, amount: 101n }))).toBe('insufficient-balance');
		expect(reasonOf(alice.pay({ ...terms, asset: 'ETH' }))).toBe('unknown-asset');
		expect(reasonOf(alice.pay({ ...terms, amount: 0n }))).toBe('invalid');
		expect(reasonOf(alice.pay({ ...terms, payee: 'alice' }))).toBe('invalid');
		noteOf(alice.pay(terms));
		expect(reasonOf(alice.pay({ ...terms, amount: 41n }))).toBe('conflict');
		expect(reasonOf(alice.pay({ ...terms, round: 1, amount: 61n }))).toBe('insufficient-balance');
		expect(alice.balance('BTC')).toBe(60n);
	});

	test('refuses forged, altered and misdirected notes', () => {
		const [alice, bob, mallory] = [ledgerOf('alice'), ledgerOf('bob'), ledgerOf('mallory')];
		const note = noteOf(alice.pay(terms));
		for (const change of [
			{ amount: 41n },
			{ asset: 'MB' },
			{ transaction: 'alice.2' },
			{ round: 1 },
			{ payer: 'mallory' },
			{ timestampMs: 1 },
			{ signature: '' },
			{ signature: 'AAAA' },
		]) {
			expect(reasonOf(bob.receive({ ...note, ...change })), Object.keys(change)[0]).toBe('false-signature');
		}
		expect(reasonOf(mallory.receive(note))).toBe('not-for-us');
		expect(reasonOf(mallory.receive({ ...note, payee: 'mallory' }))).toBe('false-signature');
		expect(reasonOf(bob.receive({ ...note, amount: -1n }))).toBe('invalid');
		expect(bob.balance('BTC')).toBe(100n);
		expect(bob.notesOf('alice.1')).toEqual([]);
	});

	test('refuses a second note for the same round', () => {
		const bob = ledgerOf('bob');
		noteOf(bob.receive(noteOf(ledgerOf('alice').pay(terms))));
		// The payer lost its ledger, or cheats.
		const other = noteOf(ledgerOf('alice').pay({ ...terms, amount: 30n }));
		expect(reasonOf(bob.receive(other))).toBe('conflict');
		expect(bob.balance('BTC')).toBe(140n);
	});

	test('refuses false receipts', () => {
		const [alice, bob] = [ledgerOf('alice'), ledgerOf('bob')];
		const note = noteOf(alice.pay(terms));
		const received = noteOf(bob.receive(note));
		expect(reasonOf(alice.confirm(note))).toBe('false-signature');
		expect(reasonOf(alice.confirm({ ...note, receipt: note.signature }))).toBe('false-signature');
		expect(reasonOf(alice.confirm({ ...received, amount: 1n }))).toBe('conflict');
		expect(reasonOf(alice.confirm({ ...received, round: 3 }))).toBe('unknown-note');
		expect(reasonOf(bob.confirm(received))).toBe('unknown-note');
		// A receipt of another note by the same payee.
		const second = noteOf(alice.pay({ ...terms, round: 1, amount: 1n }));
		expect(reasonOf(alice.confirm({ ...second, receipt: received.receipt }))).toBe('false-signature');
		expect(alice.notesOf('alice.1').map(({ receipt }) => receipt)).toEqual([null, null]);
	});
});

test('noteContent is the same for equal terms only', () => {
	const text = fc.string({ minLength: 1, maxLength: 4 });
	const anyTerms = fc.record({
		payer: text,
		payee: text,
		asset: text,
		amount: fc.bigInt(1n, 20n),
		transaction: text,
		round: fc.nat(3),
		timestampMs: fc.nat(3),
	});
	fc.assert(
		fc.property(anyTerms, anyTerms, (a, b) => {
			const fields = Object.keys(a) as (keyof typeof a)[];
			const isEqual = fields.every((field) => a[field] === b[field]);
			expect(noteContent(a) === noteContent(b)).toBe(isEqual);
			expect(noteContent({ ...a })).toBe(noteContent(a));
		}),
	);
});

test.each([
	{ round: -1 },
	{ round: 0.5 },
	{ round: 1e9 },
	{ timestampMs: Number.NaN },
	{ asset: '' },
	{ asset: 'x'.repeat(201) },
	{ amount: 10n ** 31n },
])('isNote refuses %o', (change) => {
	expect(isNote({ ...terms, payer: 'alice' })).toBe(true);
	expect(isNote({ ...terms, payer: 'alice', ...change })).toBe(false);
});
