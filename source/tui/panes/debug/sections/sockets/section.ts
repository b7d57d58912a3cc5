import { memoize } from '../../../../components/memoize.ts';
import { takeObserved } from '../../observed-list.ts';
import { observedSection } from '../../observed-section.ts';
import { addressOf, countsOf, hostOf, openSocketColumns, openSocketKind, statusOf } from './columns.ts';
import { type OpenSocketsSlice, openSockets } from './slice.ts';

/** Returns the numbers of open sockets by status, and by remote address. */
const summaryOf = memoize(({ list }: Pick<OpenSocketsSlice['rows'], 'list'>): readonly string[] => {
	const sockets = list.filter(({ change }) => change !== 'gone').map(({ item }) => item);
	const remote = sockets.map(({ raddr }) => hostOf(addressOf(raddr))).filter((host) => host !== '');
	return [
		`By status: ${countsOf(sockets.map((socket) => statusOf(socket) || 'without'))}`,
		...(remote.length === 0 ? [] : [`By address: ${countsOf(remote)}`]),
	];
});

/** The open sockets of the service. Opened, closed and changed ones are marked. */
export const socketsSection = observedSection({
	id: 'debug-sockets',
	title: 'Sockets',
	hotkey: 's',
	noun: 'socket',
	data: openSockets,
	kind: openSocketKind,
	columns: openSocketColumns,
	summary: ({ rows: { list } }) => summaryOf({ list }),
	queries: [
		{
			name: 'sockets',
			endpoint: 'listOpenSockets',
			every: 2_000,
			take: (state, answer, at) =>
				openSockets.put(
					state,
					takeObserved(openSockets.of(state), answer.open_sockets, at, openSocketKind, answer),
				),
			fail: (state, failure) => openSockets.change(state, { failure }),
		},
	],
});
