import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Measured } from './measure/subject.ts';
import { writeDocuments } from './report/documents.ts';
import { thisMachine } from './report/machine.ts';
import { type Results, writtenDocuments } from './report/results.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
let folder: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'seedtop-documents-'));
	for (const path of Object.values(writtenDocuments)) {
		mkdirSync(dirname(join(folder, path)), { recursive: true });
		copyFileSync(join(repository, path), join(folder, path));
	}
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the text between the marks, and the rest. */
function partsOf(path: string): { section: string; rest: string } {
	const text = readFileSync(join(folder, path), 'utf8');
	const [before = '', section = '', after = ''] = text.split(/<!-- \/?bench -->/);
	return { section, rest: before + after };
}

function measured(subject: string, listed: number): Measured {
	return {
		subject,
		downloads: 10_000,
		columns: 200,
		rows: 50,
		start: { painted: 90, listed, whole: listed, afterAnswer: 70 },
		series: {},
		idle: {
			bytesPerSecond: 0,
			bytesPerCell: 0,
			cellsPerSecond: 0,
			cpu: 1,
			fullClears: 0,
			blankFrames: 0,
			memory: 0,
		},
		peakMemory: 140_000_000,
		lag: 2,
		lagOnSlowLink: 100,
		failures: [],
	};
}

const results: Results = {
	machine: thisMachine(repository),
	harness: undefined,
	list: [],
	measured: [measured('cockpit', 500), measured('floor', 140)],
	files: [],
	peers: [measured('rtorrent', 2_300)],
	absent: ['stig: stig is not installed'],
	scale: [],
	lists: [],
	throughput: {
		findings: [{ title: 'seedtop from seedtop', value: 400, unit: 'MiB/s', digits: 0 }],
		absent: [],
	},
	debug: [],
	log: [],
	overlay: [{ title: 'overlay off: start', value: 250, unit: 'ms', digits: 0 }],
	market: [],
	limits: [],
	move: { findings: [], absent: [] },
};

test('writeDocuments writes all results into docs/benchmarks.md and the small table into README.md', () => {
	const before = { small: partsOf(writtenDocuments.small), full: partsOf(writtenDocuments.full) };
	writeDocuments(folder, results);
	const small = partsOf(writtenDocuments.small);
	expect(small.rest).toBe(before.small.rest);
	expect(small.section).toContain('| 10,000 downloads | seedtop | rtorrent |');
	expect(small.section).toContain('| start: list | 500 ms | 2300 ms |');
	expect(small.section).toContain('seedtop from seedtop 400 MiB/s.');
	const full = partsOf(writtenDocuments.full);
	expect(full.rest).toBe(before.full.rest);
	expect(full.section).toContain('| 10,000 downloads | cockpit | floor | × floor | target |  |');
	expect(full.section).toContain('| overlay off: start | 250 ms |  |  |');
	expect(full.section).toContain('Not measured: stig: stig is not installed.');
});

test('writeDocuments leaves README.md unchanged without peers', () => {
	const before = partsOf(writtenDocuments.small);
	writeDocuments(folder, { ...results, peers: [] });
	expect(partsOf(writtenDocuments.small)).toEqual(before);
	expect(partsOf(writtenDocuments.full).section).toContain('| start: list | 500 ms | 140 ms |');
});

test('writeDocuments replaces the results of the measured parts only', () => {
	const nothing = { measured: [], peers: [], absent: [], throughput: { findings: [], absent: [] } };
	const finding = (value: number) => [{ title: 'cursor: key, p50', value, unit: 'ms', digits: 1 }];
	writeDocuments(folder, results);
	writeDocuments(folder, { ...results, ...nothing, overlay: [], market: finding(2.5) });
	writeDocuments(folder, { ...results, ...nothing, overlay: [], market: finding(3.5) });
	const { section } = partsOf(writtenDocuments.full);
	expect(section).toContain('| start: list | 500 ms | 140 ms |');
	expect(section).toContain('| overlay off: start | 250 ms |  |  |');
	expect(section).toContain('| cursor: key, p50 | 3.5 ms |  |  |');
	expect(section).not.toContain('| cursor: key, p50 | 2.5 ms |  |  |');
	expect(section.match(/<!-- part: market -->/g)).toHaveLength(1);
});
