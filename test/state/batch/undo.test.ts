import { expect, test } from 'vitest';
import { decode } from '../../../source/protocol/decode.ts';
import { Download } from '../../../source/protocol/resources/download.ts';
import type { Change, ChangeOf } from '../../../source/state/batch/change.ts';
import { commonChange } from '../../../source/state/batch/undo.ts';
import { nextFor, type UndoStep } from '../../../source/state/batch/undo-stack.ts';
import { initialState, type State } from '../../../source/state/core/state.ts';
import { update } from '../../../source/tui/shell/update.ts';

const at = 0;

function download(infohash: string, fields: Record<string, unknown> = {}): Download {
	const value = { infohash, name: infohash, progress: 1, status: 'SEEDING', ...fields };
	return decode(Download, value).value;
}

function listed(...downloads: Download[]): State {
	const answer = { downloads, checkpoints: { total: 1, loaded: 1, all_loaded: true } };
	return update(initialState('http://127.0.0.1:1', 'the test', at), {
		type: 'answer',
		query: 'downloads',
		endpoint: 'listDownloads',
		answer,
		at,
	});
}

interface UndoScene {
	readonly changes: readonly ChangeOf[];
	readonly step?: UndoStep;
	/** Infohashes whose request failed, and those that were never sent. */
	readonly failed?: readonly string[];
	/** The failed ones that did not reach the service. */
	readonly unreachable?: readonly string[];
	readonly unsent?: readonly string[];
}

function given(
	state: State,
	{ changes, step, failed = [], unreachable = [], unsent = [] }: UndoScene,
): State {
	const [id, doing] = [1, `Work on ${changes.length}`];
	const outcomes = changes
		.filter(({ infohash }) => !unsent.includes(infohash))
		.map(({ infohash }) => {
			const fault = failed.includes(infohash)
				? { text: 'no', hint: '', unreachable: unreachable.includes(infohash) }
				: undefined;
			return { name: infohash, doing, infohash, fault };
		});
	const total = changes.length;
	const messages = [
		{ type: 'began', id, doing, total, changes, step, at },
		{ type: 'progress', id, outcomes, at },
		{ type: 'ended', id, news: undefined, at },
	] as const;
	return messages.reduce((next, what) => update(next, { type: 'batch', what }), state);
}

const all = (change: Change, ...infohashes: string[]) => infohashes.map((infohash) => ({ infohash, change }));
const [stop, resume] = [
	{ kind: 'state', state: 'stop' },
	{ kind: 'state', state: 'resume' },
] as const;

test('undo resumes stopped downloads, without failed and unsent ones', () => {
	const before = listed(download('a'), download('b'), download('c'), download('d'));
	const state = given(before, {
		changes: all(stop, 'a', 'b', 'c'),
		failed: ['b'],
		unsent: ['c'],
	});
	expect(nextFor(state.undo, 'undo')?.reversals).toEqual(all(resume, 'a'));
	expect(nextFor(state.undo, 'redo')).toBeUndefined();
});

test('undo restores the limits of each download, without those excluded from the change', () => {
	const before = listed(
		download('a', { max_download_speed: 100, max_upload_speed: 7 }),
		download('b', { max_download_speed: -1 }),
	);
	const state = given(before, { changes: all({ kind: 'limits', down: 500 }, 'a', 'b') });
	const ways = nextFor(state.undo, 'undo')?.reversals ?? [];
	expect(ways).toEqual([
		{ infohash: 'a', change: { kind: 'limits', down: 100 } },
		{ infohash: 'b', change: { kind: 'limits', down: -1 } },
	]);
	expect(commonChange(ways)).toBeUndefined();
	expect(commonChange(ways.slice(0, 1))).toEqual({ kind: 'limits', down: 100 });
});

test('undo restores the previous change even if the service does not show it yet', () => {
	const hops = (count: number): Change => ({ kind: 'hops', hops: count });
	const first = given(listed(download('a', { hops: 0 })), { changes: all(hops(2), 'a') });
	const second = given(first, { changes: all(hops(3), 'a') });
	expect(nextFor(second.undo, 'undo')?.reversals).toEqual(all(hops(2), 'a'));
});

test('undo goes back step by step, and redo forward until another change', () => {
	const one = given(listed(download('a'), download('b')), { changes: all(stop, 'a') });
	const two = given(one, { changes: all(stop, 'b') });
	const back = given(two, { changes: all(resume, 'b'), step: 'undo' });
	expect(nextFor(back.undo, 'undo')?.reversals).toEqual(all(resume, 'a'));
	expect(nextFor(back.undo, 'redo')?.reversals).toEqual(all(stop, 'b'));
	const forth = given(back, { changes: all(stop, 'b'), step: 'redo' });
	expect(nextFor(forth.undo, 'undo')?.reversals).toEqual(all(resume, 'b'));
	expect(nextFor(forth.undo, 'redo')).toBeUndefined();
	const other = given(back, { changes: all(stop, 'a') });
	expect(nextFor(other.undo, 'redo')).toBeUndefined();
});

test('a recheck cannot be undone, and does not block earlier steps', () => {
	const stopped = given(listed(download('a')), { changes: all(stop, 'a') });
	const checked = given(stopped, { changes: all({ kind: 'state', state: 'recheck' }, 'a') });
	expect(nextFor(checked.undo, 'undo')?.reversals).toEqual(all(resume, 'a'));
});

test('requests of a step that did not reach the service are the next step again; refused ones are not', () => {
	const before = listed(...['a', 'b', 'c', 'd', 'e'].map((infohash) => download(infohash)));
	const first = given(before, { changes: all(stop, 'e') });
	const stopped = given(first, { changes: all(stop, 'a', 'b', 'c', 'd', 'gone') });
	const failures = { failed: ['b', 'c'], unreachable: ['c'], unsent: ['d'] };
	const back = given(stopped, { changes: all(resume, 'a', 'b', 'c', 'd'), step: 'undo', ...failures });
	expect(nextFor(back.undo, 'undo')).toEqual({ doing: 'Work on 5', reversals: all(resume, 'c', 'd') });
	expect(nextFor(back.undo, 'redo')?.reversals).toEqual(all(stop, 'a'));
	const rest = given(back, { changes: all(resume, 'c', 'd'), step: 'undo' });
	expect(nextFor(rest.undo, 'undo')?.reversals).toEqual(all(resume, 'e'));
	expect(nextFor(rest.undo, 'redo')?.reversals).toEqual(all(stop, 'c', 'd'));
	const redone = given(rest, {
		changes: all(stop, 'c', 'd'),
		step: 'redo',
		failed: ['c'],
		unreachable: ['c'],
	});
	expect(nextFor(redone.undo, 'undo')?.reversals).toEqual(all(resume, 'd'));
	expect(nextFor(redone.undo, 'redo')?.reversals).toEqual(all(stop, 'c'));
});

test('a cleared selection is restored first, and redo stays possible', () => {
	const stopped = given(listed(download('a'), download('b')), { changes: all(stop, 'a', 'b') });
	const back = given(stopped, { changes: all(resume, 'a', 'b'), step: 'undo' });
	const marked = update(back, { type: 'select-keys', keys: new Set(['a', 'b']) });
	const unmarked = update(marked, { type: 'select', which: 'none' });
	expect(unmarked.downloads.selection.size).toBe(0);
	expect(nextFor(unmarked.undo, 'undo')?.selection).toEqual(new Set(['a', 'b']));
	expect(nextFor(unmarked.undo, 'redo')?.reversals).toEqual(all(stop, 'a', 'b'));
});

test('undo restores the name of the torrent, or the name that a download had before', () => {
	const rename = { kind: 'name', name: 'new' } as const;
	const before = listed(download('a'), download('b', { name: 'given', torrent_name: 'b' }));
	const state = given(before, { changes: all(rename, 'a', 'b') });
	expect(nextFor(state.undo, 'undo')?.reversals).toEqual([
		{ infohash: 'a', change: { kind: 'name', name: '' } },
		{ infohash: 'b', change: { kind: 'name', name: 'given' } },
	]);
});
