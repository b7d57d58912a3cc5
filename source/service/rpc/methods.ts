type Signature = (...args: never[]) => unknown;

/** One method of a description. Only its type has content. */
interface Method<S extends Signature> {
	readonly signature?: S;
}

/**
 * The methods that one process calls in another, by name. Arguments and results are of any type that structured
 * cloning copies.
 */
export type Methods = Readonly<Record<string, Method<Signature>>>;

/** Describes a method by the arguments and the result of its implementation. */
export function method<S extends Signature>(): Method<S> {
	return {};
}

/** The methods of a description, as the caller sees them and as the implementation has them. */
export type MethodsOf<D extends Methods> = {
	readonly [Name in keyof D]: D[Name] extends Method<infer S>
		? (...args: Parameters<S>) => Promise<ReturnType<S>>
		: never;
};
