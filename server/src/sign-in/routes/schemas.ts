import Type from "typebox";

/** An e-mail address to sign in with. */
export const Email = Type.String({ format: "email", maxLength: 254 });
/** A token of a link. */
export const TokenParams = Type.Object({ token: Type.String() });

/** Where to go afterwards: a path of ours, never another site's address. */
export const NextQuery = Type.Object({
  to: Type.String({ pattern: "^/(?![/\\\\])[!-~]*$", maxLength: 2_000, default: "/" }),
});
