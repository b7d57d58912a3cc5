import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { bundled } from '../../../programs/bundled.ts';
import { Chance } from '../../kill/chance.ts';
import { noteOf } from './notes.ts';
import { folderOfTest, openStore } from './opened-store.ts';

/** Path of the bundle of the program that is killed. */
let program: string;

beforeAll(async () => {
	program = await bundled(fileURLToPath(new URL('./write-rounds.ts', import.meta.url)));
});

/** Runs the program until it reported `count` inputs, kills it, and returns the last one that it reported. */
async function runAndKill(folder: string, count: number): Promise<number> {
	const child = spawn(process.execPath, [program, folder], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const closed = once(child, 'close');
	let reported = 0;
	let last = -1;
	for await (const line of createInterface({ input: child.stdout })) {
		last = Number(line);
		if (++reported === count) child.kill('SIGKILL');
	}
	await closed;
	expect(child.signalCode).toBe('SIGKILL');
	return last;
}

test('MarketStore keeps each input completely or not at all when its process is killed', async () => {
	const folder = await folderOfTest();
	const state = join(folder, 'state');
	const chance = new Chance(16);
	for (let kill = 0; kill < 6; kill++) {
		const last = await runAndKill(state, 1 + chance.below(40));
		// A closed database stays locked until its statements are collected.
		const copy = `${folder}/copy-${kill}`;
		cpSync(state, copy, { recursive: true });
		const { orders, transactions, proposals, ledger } = openStore(copy).store.load();
		const stored = ledger.length - 1;
		// The kill may happen between the commit and the report.
		expect([last, last + 1]).toContain(stored);
		expect(ledger).toEqual(ledger.map((_, round) => ({ kind: 'paid', note: noteOf(round) })));
		expect(orders).toEqual([{ key: '1', record: { number: stored } }]);
		expect(transactions).toContainEqual({ key: String(stored % 5), record: { number: stored } });
		expect(proposals.map(({ record }) => record)).toHaveLength(Math.min(3, stored + 1));
	}
});
