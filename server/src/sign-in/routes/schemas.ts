import Type from "typebox";

/** An e-mail address to sign in with. */
export const Email = Type.String({ format: "email", maxLength: 254 });
/** A token of a link. */
export const TokenParams = Type.Object({ token: Type.String() });

/** The path to open afterwards: on our site, never another one. */
export const NextQuery = Type.Object({
  to: Type.String({ pattern: "^/(?![/\\\\])[!-~]*$", maxLength: 2_000, default: "/" }),
});
