import { expect, test } from 'vitest';
import type { Client } from '../../../source/client/client.ts';
import { decode } from '../../../source/protocol/decode.ts';
import { Download } from '../../../source/protocol/resources/download.ts';
import type { Change } from '../../../source/state/batch/change.ts';
import { expectChange, noOptimisticChanges } from '../../../source/state/batch/optimistic.ts';
import type { RequestBatch } from '../../../source/state/batch/request.ts';
import { divide, sendChange } from '../../../source/tui/actions/send-change.ts';

function download(infohash: string, fields: Record<string, unknown> = {}): Download {
	return decode(Download, { name: infohash, infohash, progress: 1, status: 'SEEDING', ...fields }).value;
}

function given(change: Change, subjects: readonly Download[], pending = noOptimisticChanges) {
	const bulks: RequestBatch<Client>[] = [];
	sendChange(change, { subjects, pending }, { writeAll: (bulk) => bulks.push(bulk) });
	return bulks;
}

test('one download is named, many are counted, and skipped ones are counted with the reason', () => {
	const [one] = given({ kind: 'state', state: 'stop' }, [download('a')]);
	expect(one).toMatchObject({ doing: 'Stopping a', done: { text: 'Stopped: a', infohash: 'a' } });
	const some = [download('a'), download('b'), download('c', { status: 'STOPPED' })];
	const [many] = given({ kind: 'state', state: 'stop' }, some);
	expect(many).toMatchObject({
		doing: 'Stopping 2 downloads',
		done: { text: 'Stopped: 2 downloads (1 other is stopped already)' },
		requests: [{ infohash: 'a' }, { infohash: 'b' }],
	});
});

test('no request is sent without a change', () => {
	expect(given({ kind: 'hops', hops: 0 }, [download('a', { hops: 0 })])).toEqual([]);
	expect(given({ kind: 'limits', down: 0 }, [download('a', { max_download_speed: 0 })])).toEqual([]);
	// No limit differs from the limit of a label.
	expect(given({ kind: 'limits', down: -1 }, [download('a', { max_download_speed: 0 })])).toHaveLength(1);
});

test('a change of an unknown value is sent', () => {
	expect(given({ kind: 'hops', hops: 0 }, [download('a')])).toHaveLength(1);
	expect(given({ kind: 'limits', down: 0 }, [download('a')])).toHaveLength(1);
});

test('pending values count instead of visible ones', () => {
	const change = { kind: 'limits', down: 0 } as const;
	const pending = expectChange(
		noOptimisticChanges,
		[{ infohash: 'a', change: { kind: 'limits', down: 500 } }],
		1,
		0,
	);
	expect(given(change, [download('a')], pending)).toHaveLength(1);
	const hops = expectChange(
		noOptimisticChanges,
		[{ infohash: 'a', change: { kind: 'hops', hops: 2 } }],
		1,
		0,
	);
	const { subjects, left } = divide(
		{ kind: 'hops', hops: 2 },
		{ subjects: [download('a'), download('b')], pending: hops },
	);
	expect(subjects.map(({ infohash }) => infohash)).toEqual(['b']);
	expect(left).toMatchObject([{ why: 'at 2 hops already' }]);
});
