import { bytes } from '../../format/bytes.ts';
import { age } from '../../format/duration.ts';
import { oneLine } from '../../format/one-line.ts';
import { sanitize } from '../../format/sanitize.ts';
import type { State } from '../../state/core/state.ts';
import { MAX_SAMPLES, totalRates } from '../../state/downloads/rate-history.ts';
import { composeLine, type Segment, widthOf } from '../components/compose-line.ts';
import { drawGraph, scaleGraph } from '../components/graph.ts';
import { memoize } from '../components/memoize.ts';
import type { Theme } from '../theme/theme.ts';
import { shortAddress } from './splash.ts';

/** Minimum columns for the graph in the header, and its width. */
const MIN_GRAPH_COLUMNS = 100;
const GRAPH_WIDTH = 20;
/** Free space below which it is shown as a warning, bytes. */
const LOW_FREE_BYTES = 1024 ** 3;

/** Returns the line at the top: service, connection and rates. */
export function headerLines(state: State, theme: Theme, columns: number): string[] {
	const { connection, pendingWrites, history, downloads } = state;
	// The clock only shows the age of the list.
	const now = connection.failure || isSilent(state) ? state.now : 0;
	return [serviceLine({ theme, columns, connection, now, pendingWrites, totals: downloads.totals, history })];
}

interface ServiceLine
	extends Pick<State, 'connection' | 'now' | 'pendingWrites' | 'history'>,
		Pick<State['downloads'], 'totals'> {
	readonly theme: Theme;
	readonly columns: number;
}

/** Called with every key, and mostly with the same arguments. */
const serviceLine = memoize((given: ServiceLine): string => {
	const { theme, columns, connection, totals, history } = given;
	// The rates of the last response are outdated after a failure.
	const current = connection.failure === undefined;
	const down: Segment = {
		text: `  ↓ ${bytes(totals.speedDown)}/s`,
		token: current && totals.speedDown > 0 ? 'busy' : 'faint',
	};
	const up: Segment = {
		text: `  ↑ ${bytes(totals.speedUp)}/s`,
		token: current && totals.speedUp > 0 ? 'good' : 'faint',
	};
	const name: Segment = { text: 'seedtop ', token: 'title' };
	const source = [{ text: `${shortAddress(connection.url)} ` }, ...connectionSegments(given)];
	// In a narrow window the name of the program is left out first.
	const rates = widthOf([...source, down, up]) <= columns ? [down, up] : [down];
	const needed = widthOf([...source, ...rates]);
	const nameless = needed <= columns && needed + widthOf([name]) > columns;
	return composeLine(theme, columns, nameless ? source : [name, ...source], [
		...freeSegments(connection),
		...graphSegments(history, columns),
		...rates,
	]);
});

/** The kinds of failures in one word. */
const troubles: Readonly<Record<string, string>> = {
	unreachable: 'unreachable',
	timeout: 'slow',
	unauthorized: 'unauthorized',
	'not-found': 'no downloads here',
	absent: 'no downloads here',
	malformed: 'invalid response',
};

export const headerText = { silent: (time: string) => `○ no answer for ${time}` } as const;
/** Time without an answer after which the header shows it, ms. Requests to a slow service take several seconds. */
const SILENT_MS = 10_000;

function isSilent({ connection: { answeredAt }, now }: Pick<State, 'connection' | 'now'>): boolean {
	return answeredAt !== undefined && now - answeredAt >= SILENT_MS;
}

function connectionSegments({
	connection,
	now,
	pendingWrites,
}: Pick<State, 'connection' | 'now' | 'pendingWrites'>): Segment[] {
	const pending: Segment[] =
		pendingWrites > 0 ? [{ text: ` … ${pendingWrites} pending`, token: 'busy' }] : [];
	if (connection.failure) {
		const since =
			connection.answeredAt === undefined ? '' : `, data ${age((now - connection.answeredAt) / 1000)} old`;
		const trouble = troubles[connection.failure.kind] ?? 'failing';
		return [{ text: `✗ ${trouble}${since}`, token: 'bad' }, ...pending];
	}
	if (connection.answeredAt === undefined) return [{ text: '○ connecting', token: 'busy' }, ...pending];
	if (connection.core?.state === 'EXCEPTION') {
		const reason = oneLine(connection.core.last_exception ?? '', 80);
		return [{ text: `✗ EXCEPTION ${reason}`, token: 'bad' }, ...pending];
	}
	if (connection.core && connection.core.state !== 'STARTED') {
		const { state, readable_state: text } = connection.core;
		const words = text === '' ? '' : ` ${oneLine(text, 80)}`;
		return [{ text: `○ ${sanitize(state, 20)}${words}`, token: 'busy' }, ...pending];
	}
	if (isSilent({ connection, now })) {
		const text = headerText.silent(age((now - connection.answeredAt) / 1000));
		return [{ text, token: 'busy' }, ...pending];
	}
	return [{ text: '● connected', token: 'good' }, ...pending];
}

/** Returns the free disk space, where it is known. */
function freeSegments({ freeSpace }: State['connection']): Segment[] {
	if (freeSpace === undefined) return [];
	return [{ text: `  ${bytes(freeSpace)} free`, token: freeSpace < LOW_FREE_BYTES ? 'bad' : 'faint' }];
}

/** Returns a graph of the total rates in the last minutes. */
function graphSegments(history: State['history'], columns: number): Segment[] {
	if (columns < MIN_GRAPH_COLUMNS) return [];
	const down = totalRates(history, 'down');
	const up = totalRates(history, 'up');
	const both = down.map((rate, index) => rate + (up[index] ?? 0));
	const scale = scaleGraph(both, history.seconds, GRAPH_WIDTH, MAX_SAMPLES);
	const [line = ''] = drawGraph(scale, GRAPH_WIDTH, 1);
	return [{ text: `  ${line}`, token: 'graph' }];
}
