import type { Client } from '../../../client/client.ts';
import { type AddDialog, fieldText } from '../../../state/adding/adding.ts';
import { chosenIndices } from '../../../state/adding/choice.ts';
import { isOnThisMachine } from '../../../state/adding/local-needs.ts';
import type { PlanLine } from '../../../state/adding/plan.ts';
import type { News } from '../../../state/journal.ts';
import type { Added, Addition, BulkOrder } from '../../../state/order.ts';
import type { State } from '../../../state/state.ts';
import type { CommandContext } from '../../command.ts';
import { nameOfLine } from './plan-texts.ts';

/** The destination that was typed; empty for the service's own. A ~ is this machine's home, where the service runs on it. */
export function destinationOf(state: State, dialog: AddDialog): string {
	const typed = fieldText(dialog, 'destination');
	return isOnThisMachine(state.connection.url) ? typed.replace(/^~(?=\/|$)/, () => dialog.place.home) : typed;
}

/**
 * Gives the orders to add what the lines stand for. Of one, the words of the service say what was wrong with it; of
 * several, it is said which.
 */
export function addLines(lines: readonly PlanLine[], dialog: AddDialog, context: CommandContext): void {
	const { state, write, writeAll } = context;
	const known = new Map(state.downloads.list.map(({ infohash, name }) => [infohash, name]));
	const how = additionOf(state, dialog);
	const added: string[] = [];
	const orders = lines.map((line): BulkOrder<Client> => {
		const selected = line.torrent && line.choice && chosenIndices(line.torrent, line.choice);
		const body: Addition = selected ? { ...how, selected_files: selected } : how;
		return {
			send: async (client, machine) => {
				const { uri, kind } = line.source;
				const answer: Added =
					kind === 'path'
						? await machine.addTorrentFile(client, uri, body)
						: await client.addDownload({ body: { uri, ...body } });
				added.push(answer.infohash);
			},
			doing: `Adding ${nameOfLine(line).slice(0, 200)}`,
		};
	});
	const stale = ['downloads'] as const;
	const [line] = lines;
	const [order] = orders;
	if (line && order && orders.length === 1) {
		write({
			send: order.send,
			done: () => newsOfOne(line, added[0] ?? '', known),
			stale,
			// What was typed is not lost, unless the user does something else by now.
			ended: (worked) => {
				if (!worked && context.state.dialogs.length === 0) context.dispatch({ type: 'open', dialog });
			},
		});
		return;
	}
	const subject = `${orders.length} downloads`;
	const done = (): News => {
		const there = added.filter((infohash) => known.has(infohash)).length;
		const rest = there === 0 ? '' : ` (${there} ${there === 1 ? 'was' : 'were'} there already)`;
		return { level: 'info', text: `Added: ${subject}${rest}` };
	};
	writeAll({ orders, doing: `Adding ${subject}`, done, stale });
}

/** A service answers for what it has as for what is new: that it was there, the list says. */
function newsOfOne(line: PlanLine, infohash: string, known: ReadonlyMap<string, string>): News {
	const name = known.get(infohash);
	const text =
		name === undefined ? `Added: ${nameOfLine(line)}` : `It was there already: ${name || infohash}`;
	return infohash === '' ? { level: 'info', text } : { level: 'info', text, infohash };
}

function additionOf(state: State, dialog: AddDialog): Addition {
	const destination = destinationOf(state, dialog);
	const { hops, safeSeeding } = dialog;
	return {
		...(destination === '' ? {} : { destination }),
		...(hops === 0 ? {} : { anon_hops: hops }),
		// Services refuse hops without it.
		...(safeSeeding || hops > 0 ? { safe_seeding: true } : {}),
	};
}
