import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { type ImportRow, importColumns } from '../../columns/imported.ts';
import { bytes } from '../../format/bytes.ts';
import { oneLine } from '../../format/one-line.ts';
import { importClients } from '../../import/clients/registry.ts';
import {
	type ClientName,
	type HomeFolders,
	type ImportClient,
	StateFolderError,
} from '../../import/imported-download.ts';
import { findRunning } from '../../import/running-client.ts';
import { isOnThisMachine } from '../../protocol/this-machine.ts';
import {
	appliesToAll,
	CommandFailure,
	describeFailure,
	exitCodeOf,
	exitCodes,
} from '../declaration/failure.ts';
import {
	isForUser,
	notice,
	printJson,
	printResult,
	printTable,
	type TableInput,
	warn,
} from '../output/print.ts';
import type { Call } from '../service-command/service-command.ts';
import { type PlannedImport, plannedImport, unusableRow } from './plan.ts';

/** Maximum length of the line of a problem, UTF-16 units. */
const MAX_PROBLEM = 600;

interface ImportInput extends TableInput {
	readonly client: ClientName;
	readonly folder: string | undefined;
	readonly dryRun: boolean;
	readonly stopped: boolean;
	readonly force: boolean;
}

export const importText = {
	notFound: (client: string, folders: readonly string[]) =>
		`Cannot find the state of ${client}. Looked in ${folders.join(', ')}. Give its folder: seedtop import ${client} FOLDER`,
	running: (client: string, pid: number) =>
		`${client} is running (process ${pid}), and two programs must not write the same files. Stop it first, or add --force.`,
	isRunning: (client: string, pid: number) =>
		`${client} is running (process ${pid}). Stop it before the import.`,
	elsewhere: (url: string) =>
		`The service at ${url} runs on another machine. Run the import on that machine, where the data is.`,
	noExtension: (url: string) =>
		`The service at ${url} cannot import downloads with their progress. Start a current 'seedtop serve', and give its address with --url.`,
	reading: (client: string, folder: string) => `Reading the downloads of ${client} in ${folder}.`,
	empty: (folder: string) => `There are no downloads in ${folder}.`,
} as const;

/** Imports the downloads of a state folder, or shows them. Returns the exit code. */
export async function importDownloads(input: ImportInput, call: Call): Promise<number> {
	const client = importClients[input.client];
	const where: HomeFolders = { home: homedir(), environment: process.env };
	const folder = input.folder === undefined ? await usualFolder(client, where) : resolve(input.folder);
	await requireImport(call);
	const running = await findRunning(client, folder);
	if (running && !input.force && !input.dryRun)
		throw new CommandFailure(importText.running(client.name, running.pid));
	if (running) warn(importText.isRunning(client.name, running.pid));
	const { downloads } = await call.client.listDownloads({}, call.limits);
	const present = new Set(downloads.map(({ infohash }) => infohash.toLowerCase()));
	if (!input.json) notice(importText.reading(client.name, oneLine(folder)));
	// A table as wide as its texts, and a document, need all rows.
	const summary = new Summary(input.json || (input.dryRun && isForUser()));
	const printsRows = input.dryRun && !summary.keepsRows;
	if (printsRows) await printRows([], input);
	try {
		for await (const entry of client.read(folder)) {
			if (entry.kind === 'unusable') {
				const row = unusableRow(entry);
				summary.add(row);
				if (printsRows) await printRows([{ ...row, notes: [] }], { header: false });
				if (!input.dryRun) warn(`${oneLine(entry.name, 200)}: ${oneLine(entry.reason)}.`);
				continue;
			}
			const planned = await plannedImport(entry.download, present, input.stopped);
			const { notes } = planned;
			present.add(planned.row.infohash);
			const row = input.dryRun ? planned.row : await perform(planned, call, summary);
			summary.add(row, entry.download.metainfo.length, notes);
			if (printsRows) await printRows([{ ...row, notes }], { header: false });
			if (!input.dryRun) await report(row, notes, input.json);
			if (summary.aborted) break;
		}
	} catch (error) {
		if (error instanceof StateFolderError) throw new CommandFailure(error.message);
		throw error;
	}
	await print(summary, input, folder);
	return summary.code;
}

/** Returns the first usual folder with a state of the client. */
async function usualFolder(client: ImportClient, where: HomeFolders): Promise<string> {
	const folders = client.folders(where);
	for (const folder of folders) {
		const entries = client.read(folder);
		try {
			await entries.next();
			return folder;
		} catch (error) {
			if (!(error instanceof StateFolderError)) throw error;
		} finally {
			await entries.return(undefined);
		}
	}
	throw new CommandFailure(importText.notFound(client.name, folders), exitCodes.notFound);
}

/** Throws unless the service runs on this machine and has the extension. */
async function requireImport({ client, limits }: Call): Promise<void> {
	if (!isOnThisMachine(client.url)) throw new CommandFailure(importText.elsewhere(client.url));
	if (!(await client.requests.offers({ extension: 'import' }, limits)))
		throw new CommandFailure(importText.noExtension(client.url), exitCodes.notFound);
}

/** Sends a download to the service. Returns its row with the result. */
async function perform(
	{ row, body }: PlannedImport,
	{ client, limits }: Call,
	summary: Summary,
): Promise<ImportRow> {
	if (row.result !== 'imported') return row;
	try {
		const { imported } = await client.importDownload({ body }, limits);
		return imported ? row : { ...row, result: 'present', problem: '' };
	} catch (error) {
		summary.fail(error);
		return { ...row, result: 'failed', state: undefined, problem: describeFailure(error) };
	}
}

/** Reports a download: a problem always, its import unless JSON follows. */
async function report(row: ImportRow, notes: readonly string[], json: boolean): Promise<void> {
	const name = oneLine(row.name, 200);
	if (row.problem !== '') warn(`${name}: ${oneLine(row.problem, MAX_PROBLEM)}`);
	if (row.result !== 'imported' || json) return;
	const result = row.state === 'stopped' ? 'imported, stopped' : 'imported';
	const sentence = `${row.state === 'stopped' ? 'Imported, stopped' : 'Imported'}: ${name}`;
	const more = notes.length > 0 ? `. ${oneLine(notes.join(' '), MAX_PROBLEM)}` : '';
	await printResult(sentence + more, { id: row.infohash, name: row.name, result });
}

type SummaryRow = ImportRow & { readonly notes: readonly string[] };

/** Totals of an import, and its rows if they are printed at the end. */
class Summary {
	readonly rows: SummaryRow[] = [];
	readonly totals = { imported: 0, already_there: 0, failed: 0, with_problems: 0, bytes: 0 };
	readonly keepsRows: boolean;
	code: number = exitCodes.done;
	/** Whether no further download can be sent. */
	aborted = false;

	constructor(keepsRows: boolean) {
		this.keepsRows = keepsRows;
	}

	/** Adds a download of `size` bytes. */
	add(row: ImportRow, size = 0, notes: readonly string[] = []): void {
		if (this.keepsRows) this.rows.push({ ...row, notes });
		const { totals } = this;
		if (row.result === 'present') totals.already_there++;
		else totals[row.result]++;
		if (row.result === 'imported') {
			totals.bytes += size;
			if (row.problem !== '') totals.with_problems++;
		}
		if (row.result === 'failed' && this.code === exitCodes.done) this.code = exitCodes.failed;
	}

	fail(error: unknown): void {
		if (this.code === exitCodes.done) this.code = exitCodeOf(error);
		this.aborted = appliesToAll(error);
	}
}

async function print(summary: Summary, { dryRun, json, header }: ImportInput, folder: string): Promise<void> {
	const { totals, rows } = summary;
	if (json) {
		printJson({
			results: rows.map(({ result, ...row }) => ({
				...row,
				done: !dryRun && result === 'imported',
				result: dryRun && result === 'imported' ? 'would be imported' : result,
			})),
			totals,
		});
		return;
	}
	if (summary.keepsRows) await printRows(rows, { header, empty: importText.empty(oneLine(folder)) });
	notice(totalsText(totals, dryRun));
}

async function printRows(
	rows: readonly SummaryRow[],
	{ header, empty = '' }: { readonly header: boolean | undefined; readonly empty?: string },
): Promise<void> {
	await printTable(importColumns, rows, { header, empty });
	// The table may be too narrow for them.
	for (const { name, problem, notes } of rows) {
		const all = [problem, ...notes].filter((text) => text !== '').join(' ');
		if (all !== '') notice(`${oneLine(name, 200)}: ${oneLine(all, MAX_PROBLEM)}`);
	}
}

function totalsText(totals: Summary['totals'], dryRun: boolean): string {
	const parts = [
		`${totals.imported} ${dryRun ? 'to import' : 'imported'} (${bytes(totals.bytes)})`,
		...(totals.with_problems > 0 ? [`${totals.with_problems} of them with problems`] : []),
		`${totals.already_there} already there`,
		`${totals.failed} not imported`,
	];
	return `${parts.join(', ')}.`;
}
