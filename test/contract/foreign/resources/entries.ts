import type { Dialect } from '../dialect.ts';
import { readPythonJson } from '../python-json.ts';
import { ok, Refusal, type Request, type Route, route } from '../route.ts';
import type { ForeignEntry } from '../world/entries.ts';
import type { World } from '../world/world.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Entries of channels. */
export function entryRoutes(dialect: Dialect, world: World): Route[] {
	if (!dialect.has.has('entries')) return [];
	const one = '/metadata/{public_key}/{id}';
	const answer = (entry: ForeignEntry) => ok(dialect.entry === 'object' ? entry : [entry]);
	return [
		route('GET', one, ({ params }) => {
			const entry = find(world, params.public_key, params.id);
			if (!entry) throw new Refusal(404, 'entry not found in database');
			return answer(entry);
		}),
		route('PATCH', one, (request) => {
			const entry = known(world, request.params.public_key, request.params.id);
			change(dialect, entry, request.fields());
			return answer(entry);
		}),
		route('PATCH', '/metadata', (request) =>
			ok(
				listIn(request).map((fields) => {
					const entry = known(world, String(fields.public_key), String(fields.id));
					change(dialect, entry, fields);
					return entry;
				}),
			),
		),
		route('DELETE', '/metadata', (request) => {
			const removed = listIn(request).map(({ public_key, id }) => {
				const entry = find(world, String(public_key), String(id));
				if (!entry) throw new Refusal(400, `Entry ${id} not found`);
				return entry;
			});
			world.entries = world.entries.filter((entry) => !removed.includes(entry));
			return ok(removed.map(({ public_key, id }) => ({ public_key, id, state: 'Deleted' })));
		}),
	];
}

function find(world: World, key: string | undefined, id: string | undefined): ForeignEntry | undefined {
	return world.entries.find((entry) => entry.public_key === key && String(entry.id) === id);
}

function known(world: World, key: string | undefined, id: string | undefined): ForeignEntry {
	const entry = find(world, key, id);
	if (!entry) throw new Refusal(404, 'Object with the specified pk+id could not be found.');
	return entry;
}

/** Reads title and tags, the names of name and category in requests to 7.x. Ignores other names. */
function change(dialect: Dialect, entry: ForeignEntry, fields: Fields): void {
	const title = dialect.entryName === 'title';
	const {
		[title ? 'title' : 'name']: name,
		[title ? 'tags' : 'category']: category,
		status,
		origin_id,
	} = fields;
	if (typeof name === 'string') entry.name = name;
	if (typeof category === 'string') entry.category = category;
	if (typeof status === 'number') entry.status = status;
	if (typeof origin_id === 'bigint' || typeof origin_id === 'number') entry.origin_id = BigInt(origin_id);
}

function listIn({ text }: Request): Fields[] {
	let list: unknown;
	try {
		list = readPythonJson(text);
	} catch {
		throw new Refusal(400, 'Bad JSON');
	}
	if (!Array.isArray(list)) throw new Refusal(400, 'Bad JSON');
	return list;
}
