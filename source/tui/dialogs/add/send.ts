import type { Client } from '../../../client/client.ts';
import type { AddDialog } from '../../../state/adding/adding.ts';
import { selectedIndices } from '../../../state/adding/choice.ts';
import { destinationOf } from '../../../state/adding/destination.ts';
import type { PlanLine } from '../../../state/adding/plan.ts';
import type { Added, Addition, BatchRequest } from '../../../state/batch/request.ts';
import { offers } from '../../../state/connection/connection.ts';
import type { State } from '../../../state/core/state.ts';
import type { News } from '../../../state/events/journal.ts';
import type { CommandContext } from '../../surfaces/command.ts';
import { nameOfLine } from './plan-texts.ts';

const addingText = {
	safe: "Safe seeding stays on: this service ignores the request. Press , and turn off 'Safe seeding by default'.",
	unverified: 'Whether safe seeding is off is unknown.',
} as const;

/**
 * Sends the requests to add the sources. For one source, the service's error is shown; for several, each failure names
 * its source. An addition has no option to stop, so the request of the batch adds the download and then stops it.
 * Existing downloads stay as they are.
 */
export function addLines(lines: readonly PlanLine[], dialog: AddDialog, context: CommandContext): void {
	const { state, write, writeAll } = context;
	const known = new Map(state.downloads.list.map(({ infohash, name }) => [infohash, name]));
	const how = additionOf(state, dialog);
	const added: string[] = [];
	let running = 0;
	let refused = 0;
	// Restores the typed text, unless another dialog is open.
	const comeBack = () => {
		if (context.state.dialogs.length === 0) context.dispatch({ type: 'open', dialog });
	};
	let kept = 0;
	let isVerified = true;
	let pending = lines.length;
	// Services of 8.0 and 8.1 may ignore a request without safe seeding.
	const verify = async (client: Client) => {
		if (dialog.safeSeeding || dialog.hops > 0) return;
		try {
			kept = (await client.verified.keptSafeSeeding(added)).length;
		} catch {
			// They were added, so a report of failure would be wrong.
			isVerified = false;
		}
	};
	const withSafeSeeding = (news: News): News => {
		if (kept === 0 && isVerified) return news;
		const note = isVerified ? addingText.safe : addingText.unverified;
		return { ...news, level: 'warning', text: `${news.text}. ${note}` };
	};
	const stop = async (client: Client, infohash: string) => {
		try {
			await client.changeDownload({ params: { infohash }, body: { state: 'stop' } });
		} catch {
			// It was added, so a report of failure would be wrong.
			running++;
		}
	};
	const orders = lines.map((line): BatchRequest<Client> => {
		const selected = line.choice && selectedIndices(line.choice);
		const body: Addition = selected ? { ...how, selected_files: selected } : how;
		return {
			send: async (client, machine) => {
				try {
					const answer: Added = await machine.addSource(client, line.source, body);
					added.push(answer.infohash);
					if (dialog.stopped && !known.has(answer.infohash)) await stop(client, answer.infohash);
				} finally {
					pending--;
					if (pending === 0) await verify(client);
				}
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
			...(order.doing === undefined ? {} : { doing: order.doing }),
			done: () => {
				const [infohash = ''] = added;
				context.dispatch({ type: 'await-download', infohash, at: Date.now() });
				return withSafeSeeding(newsOfOne(line, infohash, known, running > 0 ? 'running' : didOf(dialog)));
			},
			stale,
			onEnd: (failure) => {
				if (failure) comeBack();
			},
		});
		return;
	}
	const subject = `${orders.length} downloads`;
	const done = (): News => {
		const there = added.filter((infohash) => known.has(infohash)).length;
		const rest = there === 0 ? '' : ` (${there} ${there === 1 ? 'was' : 'were'} already added)`;
		const text = `${didOf(dialog)}: ${subject}${rest}`;
		return withSafeSeeding(
			running === 0
				? { level: 'info', text }
				: { level: 'warning', text: `Added: ${subject}${rest}; stopping ${running} of them failed` },
		);
	};
	// If some were added, the failed ones are in the list of failures.
	const counted = orders.map(
		(order): BatchRequest<Client> => ({
			...order,
			send: async (client, machine) => {
				try {
					await order.send(client, machine);
				} catch (error) {
					refused++;
					if (refused === orders.length) comeBack();
					throw error;
				}
			},
		}),
	);
	writeAll({ requests: counted, doing: `Adding ${subject}`, did: 'Added', done, stale });
}

const didOf = ({ stopped }: AddDialog) => (stopped ? 'Added and stopped' : 'Added');

/**
 * Returns the news of one addition. A service replies the same for existing and new downloads; the list shows which
 * ones existed. `did`: the action; `running`: stopping it failed.
 */
function newsOfOne(
	line: PlanLine,
	infohash: string,
	known: ReadonlyMap<string, string>,
	did: ReturnType<typeof didOf> | 'running',
): News {
	const name = known.get(infohash);
	const isRunning = did === 'running';
	const of = isRunning ? `Added, but stopping it failed: ${nameOfLine(line)}` : `${did}: ${nameOfLine(line)}`;
	const text = name === undefined ? of : `It was already added: ${name || infohash}`;
	const level = isRunning ? 'warning' : 'info';
	return infohash === '' ? { level, text } : { level, text, infohash };
}

function additionOf(state: State, dialog: AddDialog): Addition {
	const destination = destinationOf(state, dialog);
	const { hops, safeSeeding, usesFiles } = dialog;
	return {
		...(destination === '' ? {} : { destination }),
		// Without it, the service uses its default.
		anon_hops: hops,
		// Services refuse hops without it.
		safe_seeding: safeSeeding || hops > 0,
		...(usesFiles && offers(state.connection, { extension: 'use-files' }) ? { use_files: true } : {}),
	};
}
