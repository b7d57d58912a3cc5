/** Runs `work` for all items, `size` of them at a time. The next ones begin when all of these have ended. */
export async function eachInGroups<Item>(
	items: readonly Item[],
	size: number,
	work: (item: Item) => Promise<void>,
): Promise<void> {
	for (let at = 0; at < items.length; at += size) await Promise.all(items.slice(at, at + size).map(work));
}
