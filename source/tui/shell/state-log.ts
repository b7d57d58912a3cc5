import { withoutSecrets } from '../../format/without-secrets.ts';
import type { State } from '../../state/core/state.ts';
import type { Store } from '../../state/core/store.ts';

/** Writes a line to the log of the cockpit. Untrusted text is sanitized. */
export type CockpitLog = (level: 'error' | 'warning' | 'info', text: string) => void;

/** Maximum schema mismatches of one change that are logged. */
const MAX_LOGGED_MISMATCHES = 20;

export const stateLogText = { responds: 'The service responds.' } as const;

/** Logs connections, failures, warnings and schema mismatches. Returns a function that ends it. */
export function logState(store: Store, log: CockpitLog): () => void {
	let last = store.get();
	const { url, source } = last.connection;
	log('info', `The service is ${withoutSecrets(url)} (${source}).`);
	const onChange = () => {
		const state = store.get();
		logConnection(last, state, log);
		logJournal(last, state, log);
		logSchemaMismatches(last, state, log);
		last = state;
	};
	return store.subscribe(onChange, 'connection', 'journal', 'schemaMismatches');
}

function logConnection({ connection: before }: State, { connection: now }: State, log: CockpitLog): void {
	if (now === before) return;
	if (now.url !== before.url) log('info', `The service is ${withoutSecrets(now.url)} (${now.source}).`);
	if (now.version !== before.version) log('info', `The version of the service is ${now.version}.`);
	if (now.failure && now.failure.message !== before.failure?.message)
		log('warning', `The service does not respond: ${withoutSecrets(now.failure.message)}`);
	if (!now.failure && now.answeredAt !== undefined) {
		if (before.failure) log('info', 'The service responds again.');
		else if (before.answeredAt === undefined) log('info', stateLogText.responds);
	}
	if (now.streaming !== before.streaming)
		log('info', `The event stream is ${now.streaming ? 'open' : 'closed'}.`);
}

function logJournal({ journal: before }: State, { journal: now }: State, log: CockpitLog): void {
	if (now.entries === before.entries) return;
	// Events add entries often, and nearly all entries are old.
	const first = now.entries.findLastIndex(({ id }) => id < before.nextId) + 1;
	for (const { level, doing, text } of now.entries.slice(first)) {
		if (level !== 'warning' && level !== 'error') continue;
		log(
			level,
			[doing ?? '', text]
				.filter((part) => part !== '')
				.map((part) => withoutSecrets(part))
				.join(': '),
		);
	}
}

function logSchemaMismatches(before: State, now: State, log: CockpitLog): void {
	if (now.schemaMismatches === before.schemaMismatches) return;
	const known = new Set(before.schemaMismatches.entries.map(keyOf));
	const added = now.schemaMismatches.entries.filter((entry) => !known.has(keyOf(entry)));
	for (const { endpoint, path, problem } of added.slice(0, MAX_LOGGED_MISMATCHES))
		log('warning', `Schema mismatch in ${endpoint}: '${path}' ${problem}.`);
}

function keyOf({ endpoint, path, problem }: State['schemaMismatches']['entries'][number]): string {
	return `${endpoint} ${path} ${problem}`;
}
