import { beforeEach, describe, expect, test } from 'vitest';
import type { EngineStatus } from '../../../source/service/engine/port.ts';
import { SeedingEnd, seedingText } from '../../../source/service/seeding/seeding-end.ts';
import { type EffectiveLimits, effectiveLimits } from '../../../source/service/seeding/seeding-limits.ts';
import type { DownloadRecord } from '../../../source/service/storage/record.ts';
import { blankRecord } from '../../programs/blank-record.ts';

const seedingStatus: EngineStatus = {
	infohash: 'a',
	phase: 'seeding',
	progress: 1,
	speedDown: 0,
	speedUp: 0,
	downloaded: 0,
	uploaded: 0,
	remaining: 0,
	connectedSeeds: 0,
	connectedPeers: 0,
	seeds: 0,
	peers: 0,
	availability: 1,
	trackers: [],
	discovery: { dht: null, peerExchange: null, local: null },
};

let record: DownloadRecord;
let records: readonly DownloadRecord[];
let live: EngineStatus | undefined;
let limits: EffectiveLimits;
let now: number;
let ended: string[];
let saved: number[];
let seeding: SeedingEnd;

beforeEach(() => {
	record = { ...blankRecord('a'), size: 1_000, totalDown: 1_000, progress: 1 };
	records = [record];
	live = seedingStatus;
	limits = { ratio: 0, minutes: 0 };
	now = 0;
	ended = [];
	saved = [];
	seeding = new SeedingEnd({
		downloads: {
			get records() {
				return records;
			},
			live: () => live,
			markProgress: ({ seedingSeconds }) => saved.push(seedingSeconds),
		},
		limitsOf: () => limits,
		end: (_, reason) => ended.push(reason),
		now: () => now,
	});
});

/** Checks every second until `seconds`. */
function passTime(seconds: number): void {
	for (const until = now + seconds * 1000; now < until; now += 1000) seeding.check();
	seeding.check();
}

describe('seeding', () => {
	test('ends at the ratio', () => {
		limits = { ratio: 1.5, minutes: 0 };
		record.totalUp = 1_499;
		passTime(1);
		expect(ended).toEqual([]);
		record.totalUp = 1_500;
		passTime(1);
		expect(ended[0]).toBe(seedingText.ratio(1.5));
	});

	test('starts over if the download is removed and added again', () => {
		limits = { ratio: 0, minutes: 2 };
		passTime(100);
		records = [];
		passTime(500);
		records = [{ ...record, seedingSeconds: 0 }];
		passTime(100);
		expect(ended).toEqual([]);
		passTime(30);
		expect(ended[0]).toBe(seedingText.minutes(2));
	});

	test('has the ratio of its size if the data was there before', () => {
		limits = { ratio: 2, minutes: 0 };
		Object.assign(record, { totalDown: 0, totalUp: 2_000 });
		passTime(1);
		expect(ended[0]).toBe(seedingText.ratio(2));
	});

	test('ends after its time, without the time in other phases', () => {
		limits = { ratio: 0, minutes: 2 };
		passTime(100);
		live = { ...seedingStatus, phase: 'checking' };
		passTime(500);
		live = seedingStatus;
		passTime(19);
		expect(ended).toEqual([]);
		passTime(3);
		expect(ended[0]).toBe(seedingText.minutes(2));
	});

	test('continues its time after a restart', () => {
		limits = { ratio: 0, minutes: 2 };
		record.seedingSeconds = 110;
		passTime(9);
		expect(ended).toEqual([]);
		passTime(2);
		expect(ended).not.toEqual([]);
	});

	test('saves its time once a minute, and at the end', () => {
		passTime(59);
		expect(saved).toEqual([]);
		passTime(2);
		expect(saved).toHaveLength(1);
		now += 5_000;
		seeding.close();
		expect(record.seedingSeconds).toBeCloseTo(66, 0);
		expect(saved).toHaveLength(2);
	});

	test('has no end without limits', () => {
		record.totalUp = 1_000_000;
		passTime(600);
		expect(ended).toEqual([]);
	});
});

describe('limits of seeding', () => {
	const inherited = { ratio: null, minutes: null };
	const ofLabel = { ratio: 3, minutes: null };
	const ofAll = { ratio: 1, minutes: 60 };

	test('are those of the download, else of the label, else of the service, each alone', () => {
		expect(effectiveLimits({ own: inherited, ofLabel: undefined, ofAll })).toEqual(ofAll);
		expect(effectiveLimits({ own: inherited, ofLabel, ofAll })).toEqual({ ratio: 3, minutes: 60 });
		const own = { ratio: 2, minutes: 5 };
		expect(effectiveLimits({ own: { ...own, ratio: null }, ofLabel, ofAll })).toEqual({
			ratio: 3,
			minutes: 5,
		});
		expect(effectiveLimits({ own, ofLabel, ofAll })).toEqual(own);
	});

	test('replace a limit by none if they are 0', () => {
		const own = { ratio: 0, minutes: 0 };
		expect(effectiveLimits({ own, ofLabel, ofAll })).toEqual(own);
	});
});
