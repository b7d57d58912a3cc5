import { isFields } from '../../basics/fields.ts';
import type { SmallFile } from '../../client/discovery/small-file.ts';
import { oneLine } from '../../format/one-line.ts';
import type { KeyBindings } from '../../state/core/keys.ts';
import type { Command } from '../surfaces/command.ts';
import { readKey } from './key-names.ts';
import { presetBindings } from './preset-bindings.ts';
import { type PresetName, presetNames } from './preset-names.ts';

/** The file of the keys, read. */
export interface KeysFile {
	readonly path: string;
	readonly file: SmallFile;
	/** Replaces the preset of the file. */
	readonly preset?: PresetName | undefined;
}

export interface ReadKeys {
	readonly bindings: KeyBindings;
	/** Invalid entries with reasons and next steps, each in one sanitized line. */
	readonly faults: readonly string[];
}

/** Commands that the keys belong to, and the scopes in which characters are typed. */
export interface BindableCommands {
	readonly commands: readonly Command[];
	readonly isTyped: (scope: Command['scope']) => boolean;
}

/** The command that works everywhere, so it always has a key. */
const LAST_WAY_OUT = 'quit-now';

/** Maximum number of faults reported individually. The file may have any number. */
const MAX_FAULTS = 10;
/** Maximum length of a reported fault. */
const MAX_FAULT_CHARACTERS = 400;

/** Faults of the file of keys. */
export const keysText = {
	notUsed: (path: string, reason: string) => `The keys in ${path} are not used: ${reason}. Correct the file.`,
	file: (problem: string) => `it ${problem}`,
	notJson: (reason: string) => `it is not JSON (${reason})`,
	notObject: 'it is not a JSON object',
	invalid: (path: string, entry: string, problem: string, next: string) =>
		`Invalid keys in ${path}, '${entry}': ${problem}. ${next}`,
	more: (count: number, path: string) => `${count} more invalid entries in ${path}.`,
	unknownSetting: 'there is no such setting',
	settings: "Use 'preset' or 'bindings'.",
	unknownPreset: 'there is no such preset',
	presets: `Use ${presetNames.join(', ')}.`,
	notBindings: 'it is not an object',
	bindings: 'Write command ids with lists of keys, e.g. {"stop": ["x"]}.',
	unknownCommand: 'there is no such command',
	commands: 'docs/keybindings.md lists the ids.',
	notKeys: 'its value is not a list of keys',
	noWayOut: 'no other key always quits',
	keys: 'Write e.g. ["x", "ctrl-k"].',
	keyNames: 'docs/keybindings.md lists the names of keys.',
	typed: (key: string) => `'${key}' is typed into the text field`,
	useModifier: 'Use a key with ctrl or alt.',
	conflict: (key: string, other: string) => `'${key}' belongs to '${other}' in the same place`,
	resolve: (other: string) => `Choose another key, or bind '${other}' too.`,
} as const;

interface Fault {
	readonly entry: string;
	readonly problem: string;
	readonly next: string;
}

/** Returns the keys of a preset and of the user's file. Never fails: faults are reported, and the rest applies. */
export function readKeys({ path, file, preset }: KeysFile, bindable: BindableCommands): ReadKeys {
	const alone = (name: PresetName) => presetBindings(name, bindable.commands);
	const unusable = (reason: string): ReadKeys => ({
		bindings: alone(preset ?? 'default'),
		faults: [oneLine(keysText.notUsed(path, reason), MAX_FAULT_CHARACTERS)],
	});
	if (!('text' in file))
		return file.missing
			? { bindings: alone(preset ?? 'default'), faults: [] }
			: unusable(keysText.file(file.reason));
	let content: unknown;
	try {
		content = JSON.parse(file.text);
	} catch (error) {
		return unusable(keysText.notJson(error instanceof Error ? error.message : String(error)));
	}
	if (!isFields(content)) return unusable(keysText.notObject);
	const faults: Fault[] = [];
	for (const entry of Object.keys(content)) {
		if (entry !== 'preset' && entry !== 'bindings')
			faults.push({ entry, problem: keysText.unknownSetting, next: keysText.settings });
	}
	const named = presetNames.find((name) => name === content.preset);
	if (content.preset !== undefined && !named)
		faults.push({ entry: 'preset', problem: keysText.unknownPreset, next: keysText.presets });
	const base = alone(preset ?? named ?? 'default');
	const own = readBindings(content.bindings, bindable, faults);
	const bindings = withoutConflicts(base, own, bindable.commands, faults);
	const reported = faults
		.slice(0, MAX_FAULTS)
		.map(({ entry, problem, next }) => keysText.invalid(path, entry, problem, next));
	if (faults.length > reported.length) reported.push(keysText.more(faults.length - reported.length, path));
	return { bindings, faults: reported.map((line) => oneLine(line, MAX_FAULT_CHARACTERS)) };
}

/** Keys of a command, each with its name in the file. */
type WrittenKeys = ReadonlyMap<string, string>;

/** Returns the valid entries. */
function readBindings(
	value: unknown,
	{ commands, isTyped }: BindableCommands,
	faults: Fault[],
): ReadonlyMap<string, WrittenKeys> {
	const found = new Map<string, WrittenKeys>();
	if (value === undefined) return found;
	if (!isFields(value)) {
		faults.push({ entry: 'bindings', problem: keysText.notBindings, next: keysText.bindings });
		return found;
	}
	for (const [entry, keys] of Object.entries(value)) {
		const command = commands.find(({ id }) => id === entry);
		if (!command) {
			faults.push({ entry, problem: keysText.unknownCommand, next: keysText.commands });
			continue;
		}
		if (!Array.isArray(keys) || !keys.every((key) => typeof key === 'string')) {
			faults.push({ entry, problem: keysText.notKeys, next: keysText.keys });
			continue;
		}
		const valid = new Map<string, string>();
		for (const text of keys) {
			const read = readKey(text);
			if ('problem' in read) faults.push({ entry, problem: read.problem, next: keysText.keyNames });
			else if (isTyped(command.scope) && ([...read.key].length === 1 || read.key === 'space'))
				faults.push({ entry, problem: keysText.typed(text), next: keysText.useModifier });
			else if (!valid.has(read.key)) valid.set(read.key, text);
		}
		if (valid.size === 0 && command.id === LAST_WAY_OUT) {
			faults.push({ entry, problem: keysText.noWayOut, next: keysText.keys });
			continue;
		}
		// A command whose keys are all invalid keeps its keys.
		if (valid.size > 0 || keys.length === 0) found.set(entry, valid);
	}
	return found;
}

/**
 * Returns the keys of the preset, replaced by the user's keys that conflict with no other command. A key of an earlier
 * entry takes precedence.
 */
function withoutConflicts(
	base: KeyBindings,
	own: ReadonlyMap<string, WrittenKeys>,
	commands: readonly Command[],
	faults: Fault[],
): KeyBindings {
	if (own.size === 0) return base;
	const left = new Map([...own].map(([entry, keys]) => [entry, [...keys.keys()]]));
	const order = [...own.keys()];
	for (;;) {
		const bindings = { ...base, ...Object.fromEntries(left) };
		const [conflict] = keyConflicts(commands, bindings).filter(
			({ one, other }) => left.has(one.id) || left.has(other.id),
		);
		if (!conflict) return bindings;
		const { key, one, other } = conflict;
		const [loser, winner] =
			left.has(other.id) && (!left.has(one.id) || order.indexOf(one.id) < order.indexOf(other.id))
				? [other, one]
				: [one, other];
		faults.push({
			entry: loser.id,
			problem: keysText.conflict(own.get(loser.id)?.get(key) ?? key, winner.id),
			next: keysText.resolve(winner.id),
		});
		const keys = (left.get(loser.id) ?? []).filter((each) => each !== key);
		if (keys.length > 0) left.set(loser.id, keys);
		else left.delete(loser.id);
	}
}

/** A key that two commands of one scope have. */
interface KeyConflict {
	readonly key: string;
	readonly one: Command;
	readonly other: Command;
}

/** Returns the keys that two commands have in one scope. Keys that work everywhere conflict in every scope. */
export function keyConflicts(commands: readonly Command[], bindings: KeyBindings): readonly KeyConflict[] {
	const owners = new Map<string, Command>();
	const conflicts: KeyConflict[] = [];
	const isEverywhere = ({ scope }: Command) => scope === 'everywhere';
	const ordered = [...commands.filter(isEverywhere), ...commands.filter((command) => !isEverywhere(command))];
	for (const command of ordered) {
		for (const key of new Set(bindings[command.id] ?? command.keys)) {
			const one = owners.get(`everywhere ${key}`) ?? owners.get(`${command.scope} ${key}`);
			if (one) conflicts.push({ key, one, other: command });
			else owners.set(`${command.scope} ${key}`, command);
		}
	}
	return conflicts;
}
