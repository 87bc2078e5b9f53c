/** Arguments of workflows, which mocks of the APIs answer. */
export default {
  orderForAll: {
    book: "book",
    members: 1,
    name: "name",
    email: "ann@example.com",
  },
};
